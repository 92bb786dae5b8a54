/** Where an address can be shared, and the page there that asks what to write to it. */
export const networks = {
  Telegram: (url: string, title: string) => withQuery('https://t.me/share/url', { url, text: title }),
  WhatsApp: (url: string, title: string) => withQuery('https://wa.me/', { text: `${title} ${url}` }),
  Facebook: (url: string) => withQuery('https://www.facebook.com/sharer/sharer.php', { u: url }),
  X: (url: string, title: string) => withQuery('https://x.com/intent/post', { url, text: title }),
} as const;

function withQuery(page: string, query: Record<string, string>): string {
  return `${page}?${new URLSearchParams(query)}`;
}
