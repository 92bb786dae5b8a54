import { Plural, Trans } from '@lingui/react/macro';
import { lazy, Suspense } from 'react';
import { call } from '#app/call.ts';
import form from '#app/donations/donation-form.module.css';
import { piecesPlace, storedProduct } from '#app/donations/giving-place.ts';
import { drawsOff } from '#app/draws/draw-failures.ts';
import { priceChanged } from '#app/memberships/membership-failures.ts';
import { QuantityStepper } from '#app/orders/quantity-stepper.tsx';
import { add, fromMain, times, toMain } from '#base/money/money.ts';
import { amountRules } from '#base/text/amount-rules.ts';
import { firstFailure } from '#base/text/form-rules.ts';
import { FaultLine } from '#base/ui/failures/fault-line.tsx';
import { Sum } from '#base/ui/page/sum.tsx';
import { useCountedText } from '#base/ui/page/use-quoted.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { unrecorded } from '#base/ui/theme/unrecorded.ts';
import { notGiven, piecesShort } from '../gift-failures.ts';
import { giftLimits } from '../gift-rules.ts';
import type { PieceTerms } from '../gift-shapes.ts';
import { PieceCard } from '../piece-card.tsx';
import { GivingFields, type GivingSettings } from './giving-fields.tsx';
import { GivingPayment } from './giving-payment.tsx';
import { type PieceDraft, storedPieceDraft } from './piece-draft.ts';
import { PieceTrouble } from './piece-trouble.tsx';
import classes from './pieces-form.module.css';
import { type Begun, useGiving } from './use-giving.ts';

// Only for those who write a message. Without it the form works all the same.
const AlertPreview = lazy(() => import('#app/widgets/alert-preview.tsx').catch(() => ({ default: () => null })));

interface PiecesFormProps {
  readonly terms: PieceTerms;
  /** Of the creator. */
  readonly projectId: string;
  readonly settings: GivingSettings;
  readonly currency: string;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
}

interface PricedPieces {
  readonly pieces: number;
  /** Main units for one piece, as shown. */
  readonly price: number;
  readonly delivery: number;
}

/** Of a failure after which the terms are read again. */
const changes = [priceChanged, piecesShort, notGiven, drawsOff];

function usePiecesGiving({ terms, settings }: PiecesFormProps) {
  const productId = terms.product.id;
  return useGiving({
    place: piecesPlace(productId),
    openDraft: () => storedPieceDraft(productId),
    systems: settings.paymentSystems,
    isChanged: (failure) => changes.some((one) => one.is(failure)),
    async begin({ priced, words }: Begun<PieceDraft, PricedPieces>, sending) {
      const opened = await call('POST Gift/Pieces', { body: { productId, ...priced, ...words } }, sending);
      storedProduct(opened.payId).write(productId);
      return opened;
    },
  });
}

type PiecesGiving = ReturnType<typeof usePiecesGiving>;

/** How many pieces are given, and by whom, then the card in the same place. */
export default function PiecesForm(props: PiecesFormProps) {
  const { terms, currency } = props;
  const giving = usePiecesGiving(props);
  const { name } = terms.product;
  const what = useCountedText()(giving.draft.pieces, name);
  return (
    <section className={`${form.panel} ${unrecorded}`} aria-label={name}>
      {giving.payment === null ? (
        <Fields {...props} giving={giving} />
      ) : (
        <GivingPayment giving={giving} currency={currency}>
          <p>
            <Trans>Подарок зрителям: {what}</Trans>
          </p>
        </GivingPayment>
      )}
    </section>
  );
}

function Fields({
  giving,
  terms,
  projectId,
  settings,
  currency,
  phoneMask,
}: PiecesFormProps & { readonly giving: PiecesGiving }) {
  const { product, creator, price, delivery, most } = terms;
  const { failure } = giving;
  // Less may be in stock than when they were chosen.
  const pieces = Math.min(giving.draft.pieces, most);
  const amount = toMain(times(add(fromMain(price), fromMain(delivery)), pieces));
  const amountFault = firstFailure(amount, amountRules(settings));

  return (
    <GivingFields
      giving={giving}
      settings={settings}
      phoneMask={phoneMask}
      amount={amount}
      faults={[amountFault]}
      preview={(donation) => (
        <Suspense fallback={<div style={{ padding: '40% 0 24px' }} />}>
          <AlertPreview
            projectId={projectId}
            donation={{ ...donation, giftedPieces: { count: pieces, product: product.name } }}
          />
        </Suspense>
      )}
      forGuests={<Trans>На этот номер придёт код. По нему вы войдёте и увидите, кому достались вещи.</Trans>}
      terms={<Terms displayName={creator.displayName} hasChoice={product.sizes.length + product.colors.length > 0} />}
      trouble={
        failure === null ? undefined : (
          <PieceTrouble
            failure={failure}
            product={product}
            creator={creator}
            onPieces={(left) => giving.change({ pieces: left })}
          />
        )
      }
      act={(isBusy) => <GiveWords isBusy={isBusy} amount={amount} currency={currency} pieces={pieces} />}
      onMake={() => giving.make({ pieces, price, delivery })}
    >
      {() => (
        <>
          <PieceCard product={product} creator={creator} />
          <div className={classes.many}>
            <p className={classes.title}>
              <Trans>Сколько штук</Trans>
            </p>
            <QuantityStepper
              name={product.name}
              value={pieces}
              most={most}
              bound={<MostWords most={most} />}
              onChange={(chosen) => giving.change({ pieces: chosen })}
            />
            <p className={classes.note}>
              <MostWords most={most} />
            </p>
            <FaultLine>{failure?.fields?.pieces ?? amountFault}</FaultLine>
          </div>
          <Sums price={price} delivery={delivery} currency={currency} />
        </>
      )}
    </GivingFields>
  );
}

function MostWords({ most }: { readonly most: number }) {
  if (most >= giftLimits.pieces) return <Trans>За один раз можно подарить не больше {most}.</Trans>;
  return <Trans>В наличии {most}, больше подарить нельзя.</Trans>;
}

/** What one piece costs the donor. */
function Sums({ price, delivery, currency }: Pick<PieceTerms, 'price' | 'delivery'> & { readonly currency: string }) {
  return (
    <>
      <dl className={classes.sums}>
        <div>
          <dt>
            <Trans>Одна штука</Trans>
          </dt>
          <dd>
            <Sum amount={price} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>
            <Trans>Доставка каждой штуки</Trans>
          </dt>
          <dd>{delivery === 0 ? <Trans>Бесплатно</Trans> : <Sum amount={delivery} currency={currency} />}</dd>
        </div>
      </dl>
      {delivery > 0 && (
        <p className={classes.note}>
          <Trans>Доставка до пункта выдачи — за ваш счёт, победитель не платит ничего.</Trans>
        </p>
      )}
    </>
  );
}

/** What will happen, said before the payment. */
function Terms({ displayName, hasChoice }: { readonly displayName: string; readonly hasChoice: boolean }) {
  return (
    <>
      <Trans>
        Десять минут зрители записываются на странице подарка, потом сайт честно разыгрывает вещи: каждому по одной. Что
        останется, ещё 30 дней забирает любой желающий.
      </Trans>{' '}
      {hasChoice ? (
        <Trans>Победитель за 30 дней выбирает размер, цвет и пункт выдачи.</Trans>
      ) : (
        <Trans>Победитель за 30 дней выбирает пункт выдачи.</Trans>
      )}{' '}
      <Trans>
        Что не забрали или не выбрали, возвращается на витрину, а донат остаётся автору. Себе и автору ({displayName})
        вещи не достаются.
      </Trans>
    </>
  );
}

interface GiveWordsProps {
  readonly isBusy: boolean;
  readonly amount: number;
  readonly currency: string;
  readonly pieces: number;
}

function GiveWords({ isBusy, amount, currency, pieces }: GiveWordsProps) {
  const sumText = useSumText(currency);
  if (isBusy) return <Trans>Готовим оплату…</Trans>;
  const sum = sumText(amount);
  return (
    <Trans>
      Подарить <Plural value={pieces} one="# штуку" few="# штуки" many="# штук" other="# штуки" /> за {sum}
    </Trans>
  );
}
