import { Trans, useLingui } from '@lingui/react/macro';
import { lazy } from 'react';
import { CreatorBand } from '#app/images/creator-band.tsx';
import { pageContext } from '#app/page-context.ts';
import { bring } from '#base/pages/bring.ts';
import { idInAddress, orNotFound } from '#base/pages/not-found.ts';
import { PageHead } from '#base/pages/page-head.tsx';
import { EmptyState } from '#base/ui/page/empty-state.tsx';
import { LinkButton } from '#base/ui/page/link-button.tsx';
import { PageFrame, PageTitle } from '#base/ui/page/page-frame.tsx';
import { useQuoted } from '#base/ui/page/use-quoted.ts';
import { accentStyle } from '#base/ui/theme/accent.ts';
import type { PieceRefusal } from '../gift-shapes.ts';
import { HydratedPart } from '../hydrated-part.tsx';
import type { Route } from './+types/give-pieces-screen';

const PiecesForm = lazy(() => bring(() => import('./pieces-form.tsx')));

export async function loader({ context, params }: Route.LoaderArgs) {
  const { services, tag } = context.get(pageContext);
  const productId = idInAddress(params.id).toLowerCase();
  // Tagged before the call, so that a cached not-found page is dropped when the product becomes visible.
  tag(`product:${productId}`, 'products');
  const [terms, settings, config] = await Promise.all([
    orNotFound(services.call('GET Gift/Terms', { query: { productId } }, tag)),
    services.call('GET Donate/Settings', {}, tag),
    services.call('GET Config', {}, tag),
  ]);
  const { userName } = terms.creator;
  const { projectId } = await orNotFound(services.call('GET User/GetByName', { query: { userName } }, tag));
  const { currencyLabel: currency, phoneMask } = config.country;
  return { terms, projectId, settings, currency, phoneMask };
}

/** The form of those who pay pieces of a product for the viewers of its creator. */
export default function GivePieces({ loaderData }: Route.ComponentProps) {
  const { terms, settings } = loaderData;
  const { creator, product, refusal } = terms;
  const { t } = useLingui();
  const name = useQuoted()(product.name);
  const { displayName } = creator;
  return (
    <PageFrame narrow>
      <PageHead
        title={t`Подарить зрителям ${name} — ${displayName}`}
        description={t`Оплатите ${name} для зрителей автора ${displayName}: сайт честно разыграет вещи в чате`}
        noIndex
      />
      <div style={accentStyle(creator.accent)}>
        <CreatorBand creator={creator} />
        <PageTitle>
          <Trans>Подарить зрителям</Trans>
        </PageTitle>
        {refusal !== null || !settings.isEnabled ? (
          <EmptyState
            title={<Trans>Сейчас подарить нельзя</Trans>}
            action={
              refusal === 'NotSold' ? (
                <LinkButton look="quiet" to={`/market?creator=${creator.userName}`}>
                  <Trans>Весь мерч автора</Trans>
                </LinkButton>
              ) : (
                <LinkButton look="quiet" to={`/merch/${product.id}`}>
                  <Trans>Открыть {name}</Trans>
                </LinkButton>
              )
            }
          >
            <RefusalWords refusal={refusal} />
          </EmptyState>
        ) : (
          <HydratedPart>
            <PiecesForm {...loaderData} />
          </HydratedPart>
        )}
      </div>
    </PageFrame>
  );
}

/** Why pieces cannot be given now; null: donations are paused. */
function RefusalWords({ refusal }: { readonly refusal: PieceRefusal | null }) {
  switch (refusal) {
    case 'NotSold':
      return <Trans>Эта вещь больше не продаётся.</Trans>;
    case 'MembersOnly':
      return <Trans>Эта вещь только для подписчиков автора, а зрители ими могут и не быть.</Trans>;
    case 'OutOfStock':
      return <Trans>Эту вещь распродали. Когда она снова появится, её можно будет подарить.</Trans>;
    case 'NoPickUp':
      return <Trans>Сейчас не работает ни один пункт выдачи, победителю было бы негде забрать вещь.</Trans>;
    case 'DrawsOff':
      return <Trans>Розыгрыши на сайте сейчас выключены.</Trans>;
    default:
      return <Trans>Донаты на паузе. Загляните позже.</Trans>;
  }
}
