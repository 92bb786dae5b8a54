/** The cache tag of everything that shows the operator's brand, contacts or texts. */
export const siteTag = 'site';
