import { promisify } from 'node:util';
import { brotliDecompress, gunzip } from 'node:zlib';
import { afterEach, describe, expect, test } from 'vitest';
import { closePageServers, echo, filler, startPages } from '#test/support/page-server.ts';
import type { RenderPage } from './render/render-page.server.ts';

const decompress = { br: promisify(brotliDecompress), gzip: promisify(gunzip) };
afterEach(closePageServers);

function counted(render: RenderPage) {
  let times = 0;
  const counting: RenderPage = (request, page) => {
    times += 1;
    return render(request, page);
  };
  return { render: counting, times: () => times };
}

const nonceOf = (policy: string | undefined) => /script-src 'self' 'nonce-([\w-]{32})'/.exec(policy ?? '')?.[1];

describe('pages', () => {
  test('50 simultaneous visitors cost one render, and each gets the whole page', async () => {
    const { promise: allHaveAsked, resolve: render50 } = Promise.withResolvers<void>();
    const { render, times } = counted(async (request, page) => {
      await allHaveAsked;
      return echo(request, page);
    });
    let asked = 0;
    const parametersOf = () => {
      asked += 1;
      if (asked === 50) render50();
      return undefined;
    };
    const { ask } = await startPages(render, { parametersOf });
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask('/dilnoza')));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body}`)).size).toBe(1);
    expect(times()).toBe(1);
  });

  test('the ETag answers 304 without a body, changes with the content, and differs between encodings', async () => {
    let text = 'one';
    const { ask, cache } = await startPages(async (_, page) => {
      page.tag('creator:1');
      return new Response(`${text} ${filler}`, { headers: { 'content-type': 'text/html' } });
    });
    const first = await ask('/a', { 'accept-encoding': 'br' });
    const plain = await ask('/a');
    expect(first.headers.etag).toMatch(/^"[\w-]+-br"$/);
    expect(plain.headers.etag).not.toBe(first.headers.etag);
    const again = await ask('/a', { 'accept-encoding': 'br', 'if-none-match': first.headers.etag ?? '' });
    expect([again.status, again.body.length, again.headers.etag]).toEqual([304, 0, first.headers.etag]);
    expect(again.headers['content-security-policy']).toBe(first.headers['content-security-policy']);
    text = 'two';
    cache.drop(['creator:1']);
    const changed = await ask('/a', { 'accept-encoding': 'br', 'if-none-match': first.headers.etag ?? '' });
    expect(changed.status).toBe(200);
    expect((await decompress.br(changed.body)).toString()).toContain('two');
  });

  test('each client gets the best encoding that it takes', async () => {
    const { ask } = await startPages(echo);
    const plain = (await ask('/a')).body.toString();
    for (const [accept, encoding] of [
      ['gzip, deflate, br, zstd', 'br'],
      ['gzip;q=0.8', 'gzip'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const { headers, body } = await ask('/a', { 'accept-encoding': accept });
      expect(headers['content-encoding']).toBe(encoding);
      expect(headers.vary).toBe('Accept-Encoding');
      expect((await decompress[encoding](body)).toString()).toBe(plain);
    }
    expect((await ask('/a', { 'accept-encoding': 'br;q=0' })).headers['content-encoding']).toBeUndefined();
    const head = await ask('/a', {}, 'HEAD');
    expect([head.status, head.body.length, head.headers['content-length']]).toEqual([
      200,
      0,
      String(Buffer.byteLength(plain)),
    ]);
  });

  test('every page has the strict policy with its own nonce, the same on every process and for every repeat', async () => {
    const [one, other] = await Promise.all([startPages(echo), startPages(echo)]);
    const answers = await Promise.all([one.ask('/a'), one.ask('/a'), other.ask('/a'), one.ask('/b')]);
    const [a, repeated, elsewhere, b] = answers.map(({ headers }) => nonceOf(headers['content-security-policy']));
    expect(a).toBeDefined();
    expect([repeated, elsewhere]).toEqual([a, a]);
    expect(b).not.toBe(a);
    for (const { headers, body } of answers) {
      const policy = headers['content-security-policy'] ?? '';
      expect(body.toString()).toContain(`nonce="${nonceOf(policy)}"`);
      expect(policy).not.toMatch(/script-src[^;]*unsafe|style-src(-elem)? [^;]*unsafe/);
      for (const part of [
        "default-src 'self'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "object-src 'none'",
        "connect-src 'self' https://pay.test",
        "style-src-attr 'unsafe-inline'",
      ])
        expect(policy).toContain(part);
      expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
      expect(headers['set-cookie']).toBeUndefined();
    }
  });

  test('injected content changes the nonce, and the place of the nonce never reaches a visitor', async () => {
    let name = 'Дилноза';
    let place = '';
    const { ask, cache } = await startPages(async (_, page) => {
      place = page.nonce;
      return new Response(`<script nonce="${page.nonce}">1</script>${name}`, {
        headers: { 'content-type': 'text/html' },
      });
    });
    const before = await ask('/a');
    const stolen = nonceOf(before.headers['content-security-policy']);
    name = `<script nonce="${stolen}">steal()</script>`;
    cache.dropAll();
    const after = await ask('/a');
    expect(nonceOf(after.headers['content-security-policy'])).not.toBe(stolen);
    expect(before.body.toString()).not.toContain(place);
  });

  test('a widget may be framed, sends no referrer, and its key reaches neither rendering nor cache', async () => {
    const seen: string[] = [];
    const { ask } = await startPages(async (request, page) => {
      seen.push(request.url);
      return echo(request, page);
    });
    const first = await ask('/widgets/notification?key=secret-one');
    const second = await ask('/widgets/notification?key=secret-two');
    expect(seen).toEqual(['https://opora.test/widgets/notification']);
    expect(second.body.equals(first.body)).toBe(true);
    expect(first.headers['referrer-policy']).toBe('no-referrer');
    expect(first.headers['cache-control']).toBe('private, no-store');
    expect(first.headers['content-security-policy']).toContain("frame-ancestors 'self'");
  });
});

describe('which pages are one', () => {
  test('the order of parameters and what other sites append make no other page; the language does', async () => {
    const { render, times } = counted(echo);
    const { ask } = await startPages(render);
    const first = await ask('/authors?b=2&a=1');
    const same = await ask('/authors?utm_source=x&a=1&b=2&fbclid=1');
    expect(same.body.equals(first.body)).toBe(true);
    expect(times()).toBe(1);
    const uzbek = await ask('/authors?a=1&b=2', { cookie: 'other=1; lang=uz' });
    expect(uzbek.body.toString()).toContain(' uz ');
    expect(times()).toBe(2);
    expect(first.headers['cache-control']).toBe('public, max-age=0, must-revalidate, s-maxage=5');
    expect(first.headers['cdn-cache-control']).toBe('max-age=5, stale-while-revalidate=30');
    expect([uzbek.headers['cache-control'], uzbek.headers.vary]).toEqual([
      'private, max-age=0, must-revalidate',
      'Accept-Encoding, Accept-Language, Cookie',
    ]);
    expect((await ask('/authors', { cookie: 'lang=<script>' })).body.toString()).toContain(' ru ');
  });

  test('nothing of a visitor reaches the render', async () => {
    const seen: string[] = [];
    const { ask } = await startPages(async (request, page) => {
      seen.push(...[...request.headers].flat());
      return echo(request, page);
    });
    await ask('/a', { cookie: 'refreshToken=secret', authorization: 'Bearer secret', 'x-forwarded-host': 'evil.test' });
    expect(seen.join(' ')).not.toMatch(/secret|evil/);
  });

  test('a page with noStore is not cached', async () => {
    const { render, times } = counted(async (request, page) => {
      page.noStore();
      return echo(request, page);
    });
    const { ask } = await startPages(render);
    await ask('/thanks/1');
    expect((await ask('/thanks/1')).headers['cache-control']).toBe('private, no-store');
    expect(times()).toBe(2);
  });

  test('calls, files and probes are not pages, and nonsense is refused politely', async () => {
    const { render, times } = counted(echo);
    const { ask, reports } = await startPages(render);
    expect((await ask('/api/known')).body.toString()).toBe('{"known":true}');
    for (const path of ['/api', '/api/unknown', '/assets/old.js', '/health', '/metrics']) {
      const { status, body } = await ask(path);
      expect([path, status, body.toString()]).toEqual([path, 404, '{"success":false}']);
    }
    for (const path of ['//evil.test/x', '/%E0%A4%A', '/a%00b', '/authors?search=%2Fe%00', `/${'a'.repeat(3_000)}`]) {
      const { status, headers } = await ask(path);
      expect([path.slice(0, 20), status, headers['content-type']]).toEqual([
        path.slice(0, 20),
        400,
        'text/html; charset=utf-8',
      ]);
    }
    expect((await ask('/auth/registration', {}, 'POST')).status).toBe(405);
    expect(times()).toBe(0);
    expect((await ask('/apiary')).status).toBe(200);
    expect(reports).toEqual([]);
  });

  test('a render that fails is reported and answered warmly, without a word of the failure, and tried again', async () => {
    let fails = true;
    const { ask, reports } = await startPages(async (request, page) => {
      if (fails) throw new Error('password of the database');
      return echo(request, page);
    });
    const { status, body, headers } = await ask('/a');
    expect(status).toBe(500);
    expect(body.toString()).toContain('На главную');
    expect(body.toString()).not.toContain('password');
    expect(headers['content-security-policy']).toContain(`'nonce-`);
    expect(reports).toHaveLength(1);
    fails = false;
    expect((await ask('/a')).status).toBe(200);
  });

  test('every answer has its request id, and what is answered early is counted', async () => {
    const { ask, answered } = await startPages(echo);
    expect((await ask('/a')).headers['x-request-id']).toBeDefined();
    expect((await ask('/a')).headers['x-request-id']).toBe('early-1');
    expect(answered).toEqual(['page 200']);
  });
});
