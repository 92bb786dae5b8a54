import { useLingui } from '@lingui/react/macro';
import { pictureAddress } from '#app/images/picture-address.ts';
import { useNonce, usePublicUrl } from '#base/pages/document-context.ts';
import type { WireProduct } from '../merch-shapes.ts';
import { sellerOf } from '../seller.ts';

interface ProductDataProps {
  readonly product: WireProduct;
  readonly photos: readonly string[];
  /** ISO 4217. */
  readonly currencyCode: string;
}

/** The product and its breadcrumbs as structured data for search engines (schema.org). */
export function ProductData({ product, photos, currencyCode }: ProductDataProps) {
  const { t } = useLingui();
  const origin = usePublicUrl();
  const nonce = useNonce();
  const { id, name, description, price, stock, categoryId, categoryName, colors, sizes, user } = product;
  const url = `${origin}/merch/${id}`;
  const seller = { '@type': 'Person', name: sellerOf(user).displayName, url: `${origin}/${user.userName}` };
  const crumb = (position: number, crumbName: string, item: string) => ({
    '@type': 'ListItem',
    position,
    name: crumbName,
    item,
  });
  const graph = [
    {
      '@type': 'Product',
      '@id': url,
      url,
      name,
      sku: id,
      category: categoryName,
      ...(description !== '' && { description }),
      image: photos.map((photo) => `${origin}${pictureAddress(photo, 1024)}`),
      brand: { '@type': 'Brand', name: seller.name },
      ...(colors.length > 0 && { color: colors.map((colour) => colour.name).join(', ') }),
      ...(sizes.length > 0 && { size: sizes.map((size) => size.name) }),
      offers: {
        '@type': 'Offer',
        url,
        price: price.toFixed(2),
        priceCurrency: currencyCode,
        seller,
        itemCondition: 'https://schema.org/NewCondition',
        availability: `https://schema.org/${stock === null ? 'MadeToOrder' : stock > 0 ? 'InStock' : 'OutOfStock'}`,
      },
    },
    {
      '@type': 'BreadcrumbList',
      itemListElement: [
        crumb(1, t`Мерч`, `${origin}/market`),
        crumb(2, categoryName, `${origin}/market?category=${String(categoryId)}`),
        crumb(3, name, url),
      ],
    },
  ];
  // Escapes `<`, so that a tag in the text cannot end the script.
  const json = JSON.stringify({ '@context': 'https://schema.org', '@graph': graph }).replaceAll('<', '\\u003c');
  return (
    <script type="application/ld+json" nonce={nonce} suppressHydrationWarning>
      {json}
    </script>
  );
}
