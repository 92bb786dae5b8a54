import { useLingui } from '@lingui/react/macro';
import { use } from 'react';
import { DocumentContext } from './document-context.ts';
import { type Brand, ownBrand } from './own-brand.ts';

/** The element of the document that holds the brand for the browser. */
export const brandMeta = 'brand';

let shown: Brand | undefined;

function brandOfDocument(): Brand {
  const written = document.querySelector(`meta[name="${brandMeta}"]`)?.getAttribute('content') ?? '{}';
  return { ...ownBrand, ...JSON.parse(written) };
}

/** The brand of the site: of the context on the server, of the document in the browser. */
export function useBrand(): Brand {
  const given = use(DocumentContext);
  if (given !== undefined) return given.brand;
  shown ??= brandOfDocument();
  return shown;
}

/** The name of the product. */
export function useProductName(): string {
  const { t } = useLingui();
  return useBrand().name || t`Опора`;
}
