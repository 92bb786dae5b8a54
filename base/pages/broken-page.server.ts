import { createHash } from 'node:crypto';
import type { Csp } from '#base/http/csp.server.ts';
import type { StoredAnswer } from '#base/http/stored-answer.server.ts';

const opensItself = 'Страница откроется сама через несколько секунд.';

const pages = {
  badAddress: {
    status: 400,
    title: 'Такого адреса не бывает',
    advice: 'В адресе страницы что-то лишнее. Проверьте ссылку или начните с главной.',
  },
  busy: { status: 503, title: 'Сейчас здесь очень много людей', advice: opensItself },
  away: { status: 503, title: 'Мы скоро вернёмся', advice: `Сервис сейчас недоступен. ${opensItself}` },
  failed: {
    status: 500,
    title: 'Что-то сломалось у нас',
    advice: 'Мы уже знаем об этом и чиним. Попробуйте обновить страницу через минуту.',
  },
} as const;

/** Why a page cannot be shown. */
export type Breakdown = keyof typeof pages;

/** The static page shown when not even the error page can be rendered: no script, no file, one sentence and a link. */
export function brokenPage(csp: Csp, what: Breakdown): StoredAnswer {
  const { status, title, advice } = pages[what];
  const { html, nonce } = csp.seal(`<!doctype html>
<html lang="ru">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">${status === 503 ? '\n<meta http-equiv="refresh" content="7">' : ''}
<title>${title}</title>
<style nonce="${csp.placeholder}">
:root { color-scheme: light dark; font: 18px/1.6 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; text-align: center;
  background: light-dark(#FBF8F3, #151214); color: light-dark(#1C1917, #F4EFEA); }
h1 { margin: 0 0 8px; font-size: 32px; line-height: 1.2; }
p { margin: 0 auto 24px; max-width: 36ch; }
a { justify-self: center; padding: 12px 24px; border-radius: 12px; background: #C2334D; color: #fff; text-decoration: none; font-weight: 600; }
</style>
<body><h1>${title}</h1><p>${advice}</p><a href="/">На главную</a></body>
</html>
`);
  const plain = Buffer.from(html);
  return {
    status,
    headers: [
      ['Content-Type', 'text/html; charset=utf-8'],
      ['Cache-Control', 'private, no-store'],
      ...csp.headers({ nonce, widget: false }),
    ],
    hash: createHash('sha256').update(plain).digest('base64url').slice(0, 22),
    plain,
  };
}
