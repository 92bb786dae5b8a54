import { describe, expect, test } from 'vitest';
import { checkField, type LinkField } from './field-rules.ts';
import { linkTypeOf } from './link-type.ts';

describe('the network of a link', () => {
  test.each([
    ['https://instagram.com/dilnoza', 'instagram'],
    ['https://www.instagram.com/dilnoza', 'instagram'],
    ['HTTPS://Instagram.com/dilnoza', 'instagram'],
    ['https://www.twitch.tv/rustam', 'twitch'],
    ['https://m.facebook.com/x', 'facebook'],
    ['https://youtu.be/abc', 'youtube'],
    ['https://www.youtube.com/@abc', 'youtube'],
    ['https://t.me/abc', 'telegram'],
    ['https://twitter.com/abc', 'twitter'],
    ['https://x.com/abc', 'twitter'],
    ['https://dilnoza.uz/', 'web'],
    // Look-alike hosts count as other sites.
    ['https://instagram.com.evil.uz/dilnoza', 'web'],
    ['https://evilinstagram.com/dilnoza', 'web'],
    ['https://evil.uz/instagram.com', 'web'],
    ['https://evil.uz/?https://t.me/', 'web'],
    ['https://evil.uz#t.me', 'web'],
    ['https://instаgram.com/dilnoza', 'web'],
    ['https://notx.com/abc', 'web'],
    ['https://t.me:8443/abc', 'web'],
    // Links that may not appear on a page.
    ['http://t.me/abc', null],
    ['javascript:alert(1)', null],
    ['JaVaScRiPt://t.me/%0aalert(1)', null],
    ['data:text/html,<script>alert(1)</script>', null],
    ['//t.me/abc', null],
    ['t.me/abc', null],
    ['https://t.me@evil.uz/', null],
    ['https://user:password@t.me/abc', null],
    ['https:\\\\t.me\\abc', null],
    ['https://t.me\\@evil.uz', null],
    ['https://t.me/a b', null],
    ['https://t.me/\u202eabc', null],
    ['https://t.me./abc', null],
    ['https://localhost/', null],
    ['https://', null],
    ['https://t.me:99999/', null],
  ])('of %j is %j', (link, type) => {
    expect(linkTypeOf(link)).toBe(type);
  });
});

describe('a field for a network', () => {
  const right: Readonly<Record<LinkField, string>> = {
    InsLink: 'https://instagram.com/a',
    TgLink: 'https://t.me/a',
    FbLink: 'https://facebook.com/a',
    YoutubeLink: 'https://youtube.com/@a',
    TwitchLink: 'https://twitch.tv/a',
    TwitterLink: 'https://x.com/a',
    WebLink: 'https://a.uz/',
  };
  const fields = ['InsLink', 'TgLink', 'FbLink', 'YoutubeLink', 'TwitchLink', 'TwitterLink'] as const;

  test.each(fields)('%s takes its own network and no other', (field) => {
    for (const other of fields) {
      const checked = checkField(field, right[other]);
      expect('value' in checked).toBe(other === field);
    }
    expect(checkField(field, right.WebLink)).toHaveProperty('problem');
    expect(checkField(field, '')).toEqual({ value: '' });
  });

  test.each([
    ['InsLink', 'instagram.com/opora', 'Добавьте https:// в начале'],
    ['WebLink', 'opora.uz', 'Добавьте https:// в начале'],
    ['TgLink', 't.me/opora', 'Добавьте https:// в начале'],
    ['TgLink', '@opora', 'Нужна ссылка целиком, как https://t.me/имя'],
    ['TgLink', 'opora', 'Нужна ссылка целиком, как https://t.me/имя'],
    ['TgLink', 'https://opora.uz/', 'Нужна ссылка на t.me'],
    ['InsLink', '@opora', 'Нужна ссылка целиком, как https://instagram.com/имя'],
    ['WebLink', 'http://opora.uz', 'Ссылка должна начинаться с https://, а не с http://'],
    ['WebLink', 'https://opora .uz', 'В ссылке ошибка: скопируйте её целиком из адресной строки браузера'],
    ['WebLink', 'мой сайт', 'Нужна ссылка, которая начинается с https://'],
    ['Video', 'youtube.com/watch?v=dQw4w9WgXcQ', 'Добавьте https:// в начале'],
    ['Video', 'http://youtu.be/dQw4w9WgXcQ', 'Ссылка должна начинаться с https://, а не с http://'],
    ['Video', 'https://opora.uz/', 'Нужна ссылка на видео на YouTube или Twitch'],
  ] as const)('%s says what %j lacks', (field, text, problem) => {
    expect(checkField(field, text)).toEqual({ problem });
  });

  test('WebLink accepts any https host, and no link is longer than 300 characters', () => {
    for (const link of Object.values(right)) expect(checkField('WebLink', ` ${link} `)).toEqual({ value: link });
    expect(checkField('WebLink', 'javascript:alert(1)')).toHaveProperty('problem');
    expect(checkField('WebLink', `https://a.uz/${'a'.repeat(300)}`)).toHaveProperty('problem');
  });
});
