import { describe, expect, it } from 'vitest';
import { readHostilePages } from '#test/torture/browser/hostile-pages.ts';
import {
  findLoosePolicy,
  findRunning,
  findScriptsWithoutNonce,
  hostileTexts,
} from '#test/torture/browser/hostile-texts.ts';
import { openFleet } from '#test/torture/fleet/server-fleet.ts';
import { buildIfStale } from '../../operation/install/build-if-stale.ts';

describe('invariant 25: hostile names, messages and links', () => {
  it('run on no page, and every page forbids scripts that are not its own', async () => {
    await buildIfStale(new URL('../..', import.meta.url).pathname, () => undefined);
    const fleet = await openFleet({ env: { PAGES: 'built' } });
    try {
      const pages = await readHostilePages(fleet);
      for (const page of pages) expect(page).toMatchObject({ running: [], policy: [], withoutNonce: [] });
      expect(pages.filter(({ status }) => status >= 500)).toEqual([]);
      const creator = pages.find(({ path }) => path === '/hostilecreator');
      expect(creator).toMatchObject({ status: 200 });
      expect(creator?.shown).toBeGreaterThan(10);
    } finally {
      await fleet.close();
    }
  }, 600_000);
});

describe('the search for what would run', () => {
  it.each(hostileTexts.filter((text) => !text.startsWith('{{') && !text.startsWith('" on')))(
    'finds %s where it stands unescaped',
    (text) => expect(findRunning(`<p>${text}</p>`)).not.toEqual([]),
  );

  it('finds an attribute that was broken out of', () =>
    expect(findRunning(`<a title="${hostileTexts[7]}">x</a>`)).not.toEqual([]));

  it('finds nothing where all is escaped', () => {
    const escaped = hostileTexts.map((text) => text.replaceAll('<', '&lt;').replaceAll('"', '&quot;')).join('</p><p>');
    expect(findRunning(`<p>${escaped}</p><script nonce="n">self.x="\\u003cscript>uns4fe()"</script>`)).toEqual([]);
  });

  it('finds a loose policy and scripts without the nonce', () => {
    const strict = "script-src 'self' 'nonce-abc'; object-src 'none'; base-uri 'none'";
    expect(findLoosePolicy(strict)).toEqual([]);
    expect(findLoosePolicy(strict.replace("'self'", "'unsafe-inline'"))).toEqual(["script-src 'unsafe-inline'"]);
    expect(findLoosePolicy(null)).toContain('no script-src');
    expect(findScriptsWithoutNonce('<script nonce="abc">1</script><script src="/a.js"></script>', strict)).toEqual([]);
    expect(findScriptsWithoutNonce('<script>1</script>', strict)).toEqual(['<script>']);
  });
});
