const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

/** Why people cannot be sent back to an address; null: they can. It is compared letter by letter later, so that nothing of it is changed. */
export function redirectFault(address: string): string | null {
  if (!URL.canParse(address) || !/^[!-~]+$/.test(address) || address.includes('\\'))
    return 'Введите адрес целиком, вместе с https://';
  const { protocol, hostname, username, password } = new URL(address);
  // A page of the site reads `https:bot.example` as an address of its own.
  if (/^https?:(?!\/\/[^/])/i.test(address)) return 'Введите адрес целиком, вместе с https://';
  if (protocol === 'http:' && !loopback.has(hostname))
    return 'Нужен адрес с https:// (http:// подходит только для localhost)';
  if (protocol !== 'https:' && protocol !== 'http:') return 'Нужен адрес с https://';
  if (username !== '' || password !== '') return 'Уберите из адреса имя и пароль';
  return address.includes('#') ? 'Уберите из адреса знак # и всё после него' : null;
}

/** An address that people are sent back to, with what the application gets. */
export function addressWith(redirect: string, answer: Readonly<Record<string, string>>): string {
  return `${redirect}${redirect.includes('?') ? '&' : '?'}${new URLSearchParams(answer)}`;
}
