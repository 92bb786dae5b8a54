import { useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { redirect } from 'react-router';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useQuoted } from '#base/ui/page/use-quoted.ts';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { giftPath } from '../gift-path.ts';
import { useGiftTitle } from '../gift-title.ts';
import { HydratedPart } from '../hydrated-part.tsx';
import type { Route } from './+types/gift-screen';

const GiftBody = lazy(() => bring(() => import('./gift-body.tsx')));

export async function loader({ context, params, url }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  const giftId = idInAddress(params.giftId).toLowerCase();
  const [shown, config] = await Promise.all([
    orNotFound(services.call('GET Membership/Gifted', { query: { giftId } }, tag)),
    services.call('GET Config', {}, tag),
  ]);
  // Each kind has one address.
  const path = giftPath(shown.gift);
  if (url.pathname.toLowerCase() !== path) throw redirect(path, 301);
  const { phoneMask, currencyLabel: currency } = config.country;
  return { ...shown, phoneMask, currency };
}

/** A gift: who gives what; all that depends on who looks follows. */
export default function Gift({ loaderData }: Route.ComponentProps) {
  const { creator, phoneMask, currency } = loaderData;
  const { t } = useLingui();
  const { level, product } = loaderData.gift;
  const { displayName } = creator;
  const title = useGiftTitle()(loaderData.gift);
  const quoted = useQuoted();
  const what = product && quoted(product.name);
  const described = level === null ? title : t`Месяцы поддержки ${displayName}, уровень «${level.name}»`;
  const description =
    what === null ? described : t`${what} автора ${displayName}: вещь и доставка оплачены, участвуют зрители`;
  return (
    <PageFrame narrow>
      <PageHead title={title} description={description} noIndex />
      <div style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PageTitle>{title}</PageTitle>
        <HydratedPart>
          <GiftBody loaded={loaderData} title={title} phoneMask={phoneMask} currency={currency} />
        </HydratedPart>
      </div>
    </PageFrame>
  );
}
