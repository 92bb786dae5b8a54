import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { accentStyle } from '#base/ui/theme/accent.ts';
import { HydratedPart } from '../hydrated-part.tsx';
import type { Route } from './+types/gift-screen';

const GiftBody = lazy(() => bring(() => import('./gift-body.tsx')));

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  const giftId = idInAddress(params.giftId).toLowerCase();
  const [shown, config] = await Promise.all([
    orNotFound(services.call('GET Membership/Gifted', { query: { giftId } }, tag)),
    services.call('GET Config', {}, tag),
  ]);
  const { phoneMask, currencyLabel: currency } = config.country;
  return { ...shown, phoneMask, currency };
}

/** Gifted months: who gives what; all that depends on who looks follows. */
export default function Gift({ loaderData }: Route.ComponentProps) {
  const { creator, phoneMask, currency } = loaderData;
  const { t } = useLingui();
  const { giver, months, level } = loaderData.gift;
  const { displayName } = creator;
  const given =
    giver === null
      ? t`Подарок: ${plural(months, { one: '# месяц', few: '# месяца', many: '# месяцев', other: '# месяца' })}`
      : t`${giver} дарит ${plural(months, { one: '# месяц', few: '# месяца', many: '# месяцев', other: '# месяца' })}`;
  const title = months === 0 ? t`Подарок отменён` : given;
  const description = level === null ? title : t`Месяцы поддержки ${displayName}, уровень «${level.name}»`;
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
