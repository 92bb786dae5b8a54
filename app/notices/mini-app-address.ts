/** The screen that Telegram opens. */
export const launchPath = '/telegram';

/** Telegram in a browser, which shows the site in a frame. */
export const telegramWeb = 'https://web.telegram.org';

/** The name under which Telegram and the bot say what the launch page shall show. */
export const startName = 'tgWebAppStartParam';

/** In the address of a launch that logs nobody in. */
export const guestName = 'guest';

/** A user name as Telegram takes it: only letters, digits, `_` and `-`. No user name has a `-`. */
export const startOfUser = (userName: string) => userName.replaceAll('.', '-');

/** The user name again. */
export const userOfStart = (start: string) => start.replaceAll('-', '.').toLowerCase();
