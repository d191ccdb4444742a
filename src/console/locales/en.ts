import type { Messages } from '../messages.ts';

/** Sentences of the shell, English; loaded when it is chosen. Plural forms: `_one` and `_other`. */
export const en = {
  app: { name: 'Accession', title: 'Accession' },
  act: {
    ok: 'OK', cancel: 'Cancel', close: 'Close', retry: 'Retry', reload: 'Reload', back: 'Back', goHome: 'Go to home', copy: 'Copy', save: 'Save',
  },
  shell: {
    skip: 'Skip to content', menu: 'Menu', mainMenu: 'Main menu', emptyMenu: 'No menu found', collapse: 'Collapse menu', expand: 'Expand menu', openMenu: 'Open menu',
    menuSearch: 'Menu search', menuSearchHint: 'Type a menu name', noMatch: 'No matching menu', topBar: 'Top bar', language: '中文', switchLanguage: 'Switch to Chinese',
    lightTheme: 'Light', darkTheme: 'Dark', fullscreen: 'Fullscreen', exitFullscreen: 'Leave fullscreen', keys: 'Keyboard shortcuts', user: 'User menu', busy: 'Loading',
    home: 'Home', switchIdentity: 'Switch department and role', changePassword: 'Change password', logout: 'Log out',
    plainHttp: 'This connection is not secure (http): the app works online only, entering without network is off. Ask your administrator for https.',
    updateOffered: 'A new version is ready. Nothing you have entered is lost.', updateNow: 'Update now', updateLater: 'Later',
    masterAge: 'Master data updated {age}', masterOld: 'Master data is stale: updated {age}', masterNone: 'No master data on this desk yet; it is fetched when online',
    profileOld: 'Menus and permissions come from this desk; they are renewed when online', storageFull: 'This computer is out of storage space',
  },
  tabs: { list: 'Open pages', closeTab: 'Close {label}', more: 'Tab actions', closeThis: 'Close this', closeOthers: 'Close others', closeAll: 'Close all', clearCache: 'Clear cache', clearCacheAsk: 'Clear the cache?', cleared: 'Cleared' },
  logout: {
    title: 'Log out', ask: 'You are about to leave the system. Continue?',
    waiting_one: '{count} act on this desk is not uploaded yet. It stays here until you log in again; nobody else can see it.',
    waiting_other: '{count} acts on this desk are not uploaded yet. They stay here until you log in again; nobody else can see them.',
    refused_one: '{count} more was returned or conflicts and waits for you.', refused_other: '{count} more were returned or conflict and wait for you.',
    offline: 'There is no network: you can only log in again once it is back.', signingOut: 'Logging out…',
  },
  identity: {
    title: 'Switch department and role', dept: 'Department', role: 'Role', chooseDept: 'Select a department', chooseRole: 'Select a role', switch: 'Switch', none: 'There is no other department or role',
    switched: 'Switched', loadFailed: 'Your departments and roles could not be read',
  },
  keys: {
    title: 'Keyboard shortcuts', everywhere: 'Everywhere', lists: 'Lists', forms: 'Forms', help: 'Show this', search: 'Search the menu', sidebar: 'Collapse or expand the menu', nextTab: 'Next tab', previousTab: 'Previous tab',
    closeTab: 'Close this tab', tray: 'Open the tray', enterSearch: 'Search', move: 'Move up and down', select: 'Select the row', open: 'Open the row', nextField: 'Next field', saveForm: 'Save', leaveForm: 'Close (asks if something would be lost)',
  },
  login: {
    title: 'Log in', account: 'Account', password: 'Password', captcha: 'Code', accountHint: 'Enter your account', passwordHint: 'Enter your password', captchaHint: 'Enter the code', submit: 'Log in',
    busy: 'Logging in…', renewCaptcha: 'Hard to read? Click for another', captchaFailed: 'The code could not be loaded; click to retry', slogan: 'Back office of a genetic and clinical testing lab', showPassword: 'Show password', hidePassword: 'Hide password', capsLock: 'Caps Lock is on',
    offlineTitle: 'No network, no login', offlineText: 'The server has to confirm who you are. Acts saved on this desk are not lost; they are uploaded once their author logs in online.',
    unreachableTitle: 'The server cannot be reached', waiting_one: 'This desk keeps {count} act that is not uploaded yet.', waiting_other: 'This desk keeps {count} acts that are not uploaded yet.', demoTitle: 'Demo accounts', demoHint: 'Click to fill in', demoPassword: 'Password of all: {password}',
    desk1: 'Work goes on without network and is uploaded later', desk2: 'Blind double entry, compared, arbitrated by a third person', desk3: 'Scanned handovers: who, when and from which desk',
  },
  password: {
    title: 'Change password', rule: '8 to 64 characters with a letter and a digit', weak: '8 to 64 characters with a letter and a digit', old: 'Current password', next: 'New password', again: 'Repeat it', oldHint: 'Enter the current password', nextHint: 'Enter a new password', againHint: 'Enter the new password again',
    differs: 'The two passwords differ', same: 'The new password must differ from the current one', submit: 'Change password', done: 'Password changed, please log in again',
  },
  lock: { act: 'Lock screen', set: 'Set a lock password', password: 'Lock password', empty: 'The lock password may not be empty', title: 'Locked', hint: 'Enter the lock password', unlock: 'Unlock', wrong: 'Wrong password, try again', logout: 'Log out' },
  errors: {
    forbidden: 'Not permitted', forbiddenText: 'Your account may not open this page. Ask your administrator if you need it.', notFound: 'No such page', notFoundText: 'There is nothing at {path}.', fault: 'This page failed', faultText: 'Something unexpected happened here. Other pages go on working; saved acts are safe.',
    requestId: 'Reference {id}', needsNetwork: 'This page needs the network', needsNetworkText: 'It opens by itself when the network is back. Entry, handover and receiving go on working without it.', loadFailed: 'The page did not load', loadFailedText: 'It did not arrive within 120 seconds, or a new version has replaced it.', meanwhile: 'Available now',
  },
  desk: { summaryEnter: 'Summary entry', handover: 'Handover', labReceive: 'Lab receive', tray: 'Tray' },
  home: {
    greeting: 'Hello, {name}', todo: 'To do', links: 'Shortcuts', entry1: 'First entry', entry2: 'Second entry', handover: 'To hand over', labReceive: 'To receive', mine: 'For me to correct', refused: 'Returned on this desk', waiting: 'Not uploaded', arbitration: 'To arbitrate',
    allDone: 'Nothing to do right now', unknown: 'Offline, count unknown', cached: 'Kept on this desk, {age}', failed: 'The count could not be read', updated: 'Updated {time}', noLinks: 'Your account has no pages yet; ask your administrator', none: 'none', refresh: 'Refresh',
  },
  time: {
    justNow: 'just now', seconds: '{count} s', minutes_one: '{count} minute ago', minutes_other: '{count} minutes ago', hours_one: '{count} hour ago', hours_other: '{count} hours ago', days_one: '{count} day ago', days_other: '{count} days ago',
  },
  outbox: {
    online: 'Online', offline: 'Offline', unsteady: 'Unsteady', waiting_one: '{count} waiting', waiting_other: '{count} waiting', refused_one: '{count} to look at', refused_other: '{count} to look at', held_one: '{count} of another user', held_other: '{count} of other users', oldest: 'oldest {age}', lastContact: 'last contact {age}', never: 'no contact yet', open: 'Open the tray',
  },
} satisfies Messages;
