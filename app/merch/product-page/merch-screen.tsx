import { Trans, useLingui } from '@lingui/react/macro';
import { IconCreditCard, IconTruckDelivery } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, type ShouldRevalidateFunctionArgs, useSearchParams } from 'react-router';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import { pageContext } from '#app/page-context.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame } from '#base/ui/page/page-frame.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import { ShareButton } from '#base/ui/share/share-button.tsx';
import { Breadcrumbs } from '../breadcrumbs.tsx';
import { chosenColour, chosenSize, photosOf } from '../product-view.ts';
import { sellerOf } from '../seller.ts';
import type { Route } from './+types/merch-screen';
import { Gallery } from './gallery.tsx';
import { loadMerch } from './merch-loader.ts';
import classes from './merch-screen.module.css';
import { MerchTrouble } from './merch-trouble.tsx';
import { ProductBuy } from './product-buy.tsx';
import { ColourChoice, SizeChoice } from './product-choices.tsx';
import { ProductData } from './product-data.tsx';
import { ProductPrice } from './product-price.tsx';
import { SellerCard } from './seller-card.tsx';
import { SimilarProducts } from './similar-products.tsx';
import { StockNote } from './stock-note.tsx';

export function loader({ context, params }: Route.LoaderArgs) {
  return loadMerch(context.get(pageContext), params.id);
}

/** Another colour or size needs no reload. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.pathname !== nextUrl.pathname && defaultShouldRevalidate;
}

/** The page of a product: pictures of the chosen colour, choices, the basket button, the creator and similar products. */
export default function Merch({ loaderData: { product, sizes, similar, country } }: Route.ComponentProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [params] = useSearchParams();
  const colour = chosenColour(product, params);
  const size = chosenSize(product, params);
  const photos = photosOf(product.images, colour?.id ?? null);
  const { id, name, description, stock, user } = product;
  const seller = sellerOf(user);
  const [isSizeAsked, setSizeAsked] = useState(false);
  return (
    <PageFrame>
      <PageHead
        title={t`${name} — ${seller.displayName}`}
        description={description === '' ? t`Мерч автора ${seller.displayName}. Самовывоз и доставка.` : description}
        image={`/og/merch/${id}.png`}
      />
      <ProductData product={product} photos={photos} currencyCode={country.currencyCode} />
      <Breadcrumbs product={product} />
      <article key={id} className={classes.product}>
        <div className={classes.gallery}>
          <Gallery
            key={photos.join()}
            photos={photos}
            name={name}
            colour={colour && nameOf(colour.name)}
            seller={seller}
          />
        </div>
        <div className={classes.info}>
          <Link to={`/${seller.userName}`} className={classes.seller}>
            <CreatorAvatar creator={seller} size={28} />
            {seller.displayName}
          </Link>
          <h1 className={classes.name}>{name}</h1>
          <ProductPrice product={product} currency={country.currency} />
          <ColourChoice colours={product.colors} chosen={colour} />
          <SizeChoice sizes={sizes} chosen={size} chart={product.sizeChart} isAsked={isSizeAsked} />
          <StockNote stock={stock} />
          <ProductBuy
            product={product}
            sizeId={size?.id ?? null}
            colorId={colour?.id ?? null}
            onSizeMissing={() => setSizeAsked(true)}
          />
          <ul className={classes.promises}>
            <li>
              <IconTruckDelivery size={20} stroke={1.75} aria-hidden />
              <Trans>Заберите в пункте выдачи или закажите доставку по адресу</Trans>
            </li>
            <li>
              <IconCreditCard size={20} stroke={1.75} aria-hidden />
              <Trans>Оплата картой; деньги получает автор</Trans>
            </li>
          </ul>
          <ShareButton title={name} path={`/merch/${id}?${params.toString()}`} />
        </div>
        <div className={classes.more}>
          {description !== '' && (
            <section aria-labelledby="about-product">
              <h2 id="about-product" className={classes.heading}>
                <Trans>Описание</Trans>
              </h2>
              <p className={classes.text}>{description}</p>
            </section>
          )}
          <SellerCard seller={seller} about={user.about} isVerified={user.confirmed} />
        </div>
      </article>
      <SimilarProducts cards={similar} categoryId={product.categoryId} currency={country.currency} />
    </PageFrame>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <MerchTrouble error={error} />;
}
