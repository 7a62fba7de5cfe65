; Inno Setup 6 script for the folder that packaging/build.py leaves in dist\gouji-desktop.
; Not tried: see packaging/README.md. Compile with: iscc /DVersion=0.1.0 packaging\windows\gouji.iss

#ifndef Version
  #error Give the version: /DVersion=0.1.0
#endif

[Setup]
AppId={{6B1D0E52-4C0B-4E0B-9C43-3D1C9E1B7A60}
AppName=够级
AppVersion={#Version}
AppPublisher=The gouji_desktop authors
DefaultDirName={autopf}\Gouji
DefaultGroupName=够级
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
PrivilegesRequiredOverridesAllowed=dialog
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
LicenseFile=..\..\LICENSE
OutputDir=..\..\dist
OutputBaseFilename=gouji-desktop-{#Version}-setup
SetupIconFile=..\..\assets\icons\app.ico
UninstallDisplayIcon={app}\gouji-desktop.exe
Compression=lzma2/max
SolidCompression=yes
WizardStyle=modern

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked

[Files]
Source: "..\..\dist\gouji-desktop\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[InstallDelete]
; A file of an older version that the new one no longer has must not be found by it.
Type: filesandordirs; Name: "{app}\_internal"

[Icons]
Name: "{group}\够级"; Filename: "{app}\gouji-desktop.exe"
Name: "{autodesktop}\够级"; Filename: "{app}\gouji-desktop.exe"; Tasks: desktopicon

[Run]
Filename: "{app}\gouji-desktop.exe"; Description: "{cm:LaunchProgram,够级}"; Flags: nowait postinstall skipifsilent
