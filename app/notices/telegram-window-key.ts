/** Set in the storage of a window that Telegram has opened. */
export const telegramWindowKey = 'telegram';
