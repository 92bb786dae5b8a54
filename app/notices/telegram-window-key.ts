/** Set for a window that Telegram has opened: the colour scheme that it has there. */
export const telegramWindowKey = 'telegram';
