import fc from 'fast-check';
import { expect, it } from 'vitest';
import { embedHostOf, frameAncestors, shownHost } from './embed-host.server.ts';

it.each([
  ['dilnoza.uz', 'dilnoza.uz'],
  [' https://www.Dilnoza.uz/blog?page=2#top ', 'dilnoza.uz'],
  ['http://dilnoza.uz:8080/', 'dilnoza.uz:8080'],
  ['*.dilnoza.uz', 'dilnoza.uz'],
  ['dilnoza.uz.', 'dilnoza.uz'],
  ['блог.дилноза.рф', 'xn--90aexm.xn--80ahjdpmh.xn--p1ai'],
  ['www.www.dilnoza.uz', 'dilnoza.uz'],
  ['www.uz', 'www.uz'],
  ['«https://dilnoza.uz»', 'dilnoza.uz'],
  ['“dilnoza.uz”', 'dilnoza.uz'],
])('takes %s for a site', (typed, host) => {
  expect(embedHostOf(typed)).toBe(host);
});

it.each([
  '',
  'dilnoza',
  'localhost',
  '127.0.0.1',
  '2130706433',
  '[::1]',
  'http://user:secret@dilnoza.uz',
  'javascript:alert(1)',
  "dilnoza.uz; script-src 'unsafe-inline'",
  '*',
  'https:',
  'a_b.uz',
  '-.uz',
  'моя«страница.рф',
  '☎.uz',
  `${'a'.repeat(60)}.${'b'.repeat(60)}.uz`,
])('takes %s for none', (typed) => {
  expect(embedHostOf(typed)).toBeNull();
});

const label = fc.constantFrom('www', 'блог', 'дилноза', 'my', 'ўзбек', 'straße', 'xn--90aexm', 'рф', 'uz');
const site = fc.array(label, { minLength: 2, maxLength: 4 }).map((labels) => labels.join('.'));

it('writes nothing into the policy but hosts, whatever was typed', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.domain(), site), (typed) => {
      const host = embedHostOf(typed);
      if (host === null) return;
      expect(frameAncestors([host])).toMatch(/^'self' http:\/\/[a-z0-9.:-]+ http:\/\/\*\.[a-z0-9.:-]+$/);
      // What is shown for editing is read as the same site.
      expect(embedHostOf(shownHost(host))).toBe(host);
    }),
  );
});
