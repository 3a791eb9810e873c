/* The heads of tables stay in sight below the lines on top of the page. Not every browser lets a part scroll sideways alone:
   elsewhere heads would keep that distance from the top of the table, and cover its first rows. */

const sheet = document.createElement("div");
sheet.className = "sheet";
document.body.append(sheet);
document.documentElement.toggleAttribute("data-heads", getComputedStyle(sheet).overflowY === "clip");
sheet.remove();
