/** The pages below `/about`, in the order of the footer (docs/rules.md#site-pages). */
export const sitePages = ['help', 'fees', 'terms', 'privacy', 'contacts'] as const;

export type SitePage = (typeof sitePages)[number];

export function isSitePage(text: string): text is SitePage {
  return sitePages.some((page) => page === text);
}
