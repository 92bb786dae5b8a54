import { z } from 'zod';
import { get, put } from '#base/calls/call.ts';
import { failures } from '#base/calls/errors.ts';
import { embedSitesChanged } from './embed-failures.ts';

const sites = z.object({ sites: z.array(z.string()), revision: z.int() });

/** Where creators let their widgets be framed (docs/rules.md#embedding). */
export const embedSitesCalls = {
  /** The sites on which the caller's widget may be framed, each with its subdomains; none: on every site. 404: the caller has no page. */
  embedSites: get('Embed/Sites', {
    summary: "Sites that may frame the caller's widget",
    access: 'user',
    answer: sites,
    errors: [failures.notFound],
  }),
  /**
   * Replaces the sites that were read with `revision`, at most 20. Each is an address or a name (`https://dilnoza.uz/blog`, `www.dilnoza.uz`),
   * of which the host is kept; 400 at `fields['sites.N']`: not the address of a site. 409 `EmbedSitesChanged`:
   * another save came first, of other sites.
   */
  saveEmbedSites: put('Embed/Sites', {
    summary: "Choose which sites may frame the caller's widget",
    access: 'user',
    body: z.strictObject({ sites: z.array(z.string().max(300)).max(20), revision: z.int().min(0).max(2_147_483_647) }),
    answer: sites,
    errors: [failures.notFound, embedSitesChanged],
  }),
};
