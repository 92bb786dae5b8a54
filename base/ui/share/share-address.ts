/** The address of a page of another site with a query. */
export function pageWith(page: string, query: Readonly<Record<string, string>>): string {
  return `${page}?${new URLSearchParams(query)}`;
}

/** The page of Telegram that asks to whom an address goes. */
export function telegramShare(url: string, title: string): string {
  return pageWith('https://t.me/share/url', { url, text: title });
}
