@echo off
rem Double-click this file on Windows: it sets Crosstable up the first time, starts it and opens the browser.
title Crosstable
where py >nul 2>nul
if not errorlevel 1 goto launcher
where python >nul 2>nul
if not errorlevel 1 goto python
echo Crosstable needs Python 3.12 or newer, from https://www.python.org/downloads/
echo Crosstable braucht Python ab Version 3.12, von https://www.python.org/downloads/
pause
exit /b 1
:launcher
py -3 "%~dp0start.py"
goto end
:python
python "%~dp0start.py"
:end
if errorlevel 1 pause
