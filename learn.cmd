@echo off
rem SPDX-License-Identifier: MIT
rem Runs the lessons on Windows. It installs and builds nothing: docs/setup.md says how the programs come to be.
setlocal
set "ROOT=%~dp0"
set "PROGRAMS="
for %%b in (programs build build-windows build-mingw) do if not defined PROGRAMS if exist "%ROOT%%%b\lessons\*.exe" set "PROGRAMS=%ROOT%%%b"
if not defined PROGRAMS (
    echo learn: nothing is built yet: docs/setup.md, "Windows", says how.>&2
    exit /b 2
)
set "WORD=%~1"
set "REST="
for /f "tokens=1,*" %%a in ("%*") do set "REST=%%b"
if "%WORD%"=="" goto all
for %%w in (help -h --help) do if /i "%WORD%"=="%%w" goto help
for %%w in (next check hint reset solution) do if /i "%WORD%"=="%%w" goto exercise
for %%w in (run doctor plain bench grade) do if /i "%WORD%"=="%%w" goto tool
for %%w in (sweep compare step soak calls capture window tune) do if /i "%WORD%"=="%%w" goto verb
for %%w in (install clean test new web windows mutants) do if /i "%WORD%"=="%%w" goto elsewhere
if /i "%WORD%"=="list" goto list
if /i "%WORD%"=="open" goto open
for %%w in (exercise exercises) do if /i "%WORD%"=="%%w" goto exercises
call :find "%WORD%"
if defined LESSON goto lesson
echo learn: '%WORD%' is neither a command nor a lesson: learn help lists the commands, learn list the lessons.>&2
exit /b 2

:help
echo Pass by Pass: OpenGL compute lessons in which nothing happens unseen.
echo.
echo   learn                  run every lesson in order
echo   learn list             list the lessons
echo   learn 3 [options]      run one lesson; 3, 03 and 03_reduction mean the same
echo   learn 3 --watch        the same, and again whenever you save one of its shaders
echo   learn 3 --sim          run on the simulator: data races, bounds, and what every line costs
echo   learn 3 VERB           sweep, compare, step, soak, calls, capture, window, tune, bench: learn 3 --help
echo   learn run FILE.comp    run any compute shader; learn run NAME.pass.json, an algorithm of several dispatches
echo   learn open [3]         open the page of its last run; without a number: all runs
echo   learn exercises        list the exercises of all lessons, and which you have solved
echo   learn next [ID]        start the first unsolved one, or this one
echo   learn check [ID]       judge it; likewise hint, reset, solution: learn next --help
echo   learn grade FOLDER     judge a class
echo   learn doctor           report what OpenGL on this machine can do
echo   learn plain, bench, tune experiments   as in docs/README.md
exit /b 0

:elsewhere
echo learn: '%WORD%' is a command of ./learn on Linux, and not one of learn.cmd: docs/setup.md, "Windows", says what to do instead.>&2
exit /b 2

:all
set "FAILED="
for /f "delims=" %%d in ('dir /b "%PROGRAMS%\lessons\*.exe"') do (
    "%PROGRAMS%\lessons\%%d"
    if errorlevel 1 set "FAILED=1"
    echo.
)
if defined FAILED (
    echo learn: some lessons failed: their messages are above.>&2
    exit /b 1
)
echo The pictures of every pass are in  %ROOT%out
exit /b 0

:list
for /f "delims=" %%d in ('dir /b "%PROGRAMS%\lessons\*.exe"') do echo %%~nd
exit /b 0

:lesson
"%PROGRAMS%\lessons\%LESSON%.exe" %REST%
exit /b %ERRORLEVEL%

:verb
if "%WORD% %REST:~0,11%"=="tune experiments" (
    "%PROGRAMS%\experiments.exe" %REST:~11%
    exit /b
)
for /f "tokens=1,*" %%a in ("%REST%") do (
    set "NAME=%%a"
    set "REST=%%b"
)
call :find "%NAME%"
if not defined LESSON (
    echo learn: name a lesson after '%WORD%', as in learn %WORD% 3.>&2
    exit /b 2
)
"%PROGRAMS%\lessons\%LESSON%.exe" %WORD% %REST%
exit /b %ERRORLEVEL%

:tool
"%PROGRAMS%\%WORD%.exe" %REST%
exit /b %ERRORLEVEL%

:exercises
"%PROGRAMS%\exercises.exe" list %REST%
exit /b %ERRORLEVEL%

:exercise
"%PROGRAMS%\exercises.exe" %WORD% %REST%
exit /b %ERRORLEVEL%

:open
set "PAGE=%ROOT%out\index.html"
if not "%REST%"=="" (
    call :find "%REST%"
    if not defined LESSON (
        echo learn: '%REST%' is no lesson: learn list lists them.>&2
        exit /b 2
    )
)
if defined LESSON set "PAGE=%ROOT%out\%LESSON%\index.html"
if not exist "%PAGE%" (
    echo learn: there is no page yet: run a lesson first, as in learn 1.>&2
    exit /b 2
)
echo The page: %PAGE%
if not defined CI start "" "%PAGE%"
exit /b 0

rem WORD: sets LESSON to the lesson that 3, 03, 03_reduction or reduction means
:find
set "LESSON="
for /f "delims=" %%d in ('dir /b "%PROGRAMS%\lessons\*.exe"') do call :match "%~1" "%%~nd"
exit /b 0

:match
if /i "%~1"=="%~2" set "LESSON=%~2"
for /f "tokens=1,* delims=_" %%n in ("%~2") do (
    if "%~1"=="%%n" set "LESSON=%~2"
    if "0%~1"=="%%n" set "LESSON=%~2"
    if /i "%~1"=="%%o" set "LESSON=%~2"
)
exit /b 0
