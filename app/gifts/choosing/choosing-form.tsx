import { Trans, useLingui } from '@lingui/react/macro';
import { Suspense, use, useState, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#app/call.ts';
import { PickUpChoice } from '#app/delivery/pick-up-choice.tsx';
import { formatPhone } from '#app/identity/phone-mask.ts';
import { session } from '#app/identity/session.ts';
import { pickUpClosed, wrongSize } from '#app/orders/order-failures.ts';
import { RecipientFields, useRecipientFaults } from '#app/orders/recipient-fields.tsx';
import { SentForm } from '#base/ui/fields/sent-form.tsx';
import { Stack } from '#base/ui/layout/parts.tsx';
import { ErrorNotice } from '#base/ui/page/error-notice.tsx';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { useAction } from '#base/ui/page/use-action.ts';
import panel from '#base/ui/panel/panel.module.css';
import { nothingToOrder } from '../gift-failures.ts';
import type { GiftedProduct } from '../gift-shapes.ts';
import { type ChoiceDraft, storedChoice } from './choice-draft.ts';
import { ChoiceToCome } from './choice-to-come.tsx';
import classes from './choosing-form.module.css';
import { ColourChips, SizeChips } from './piece-chips.tsx';

interface ChoosingFormProps {
  readonly giftId: string;
  readonly product: GiftedProduct;
  /** Of the country (GET Config). */
  readonly phoneMask: string;
  /** The piece, or what it can be, is another one by now. */
  readonly onRefused: () => void;
}

interface Owner {
  readonly id: string;
  readonly name: string;
  readonly phone: string;
}

/** Who chooses, as the checkout knows them. Without a name it is typed. */
async function loadOwner(): Promise<Owner> {
  const state = await session.load().catch(() => null);
  if (state?.status !== 'user') return { id: '', name: '', phone: '' };
  const { id, phone } = state.user;
  const profile = await call('GET PersonalAccount/Get', {}).catch(() => null);
  return { id, phone, name: [profile?.givenName, profile?.surName].filter(Boolean).join(' ') };
}

const onlyOf = (choices: readonly { readonly id: number }[]) =>
  choices.length === 1 ? (choices[0]?.id ?? null) : null;

/** The one that was chosen, as long as it is there. */
const offered = (choices: readonly { readonly id: number }[], chosen: number | null) =>
  choices.find(({ id }) => id === chosen)?.id ?? null;

/** Whoever got a piece says which one, where it goes and who fetches it: an order with nothing to pay. */
export default function ChoosingForm(props: ChoosingFormProps) {
  const [loading] = useState(loadOwner);
  return (
    <Suspense fallback={<ChoiceToCome />}>
      <Loaded {...props} loading={loading} />
    </Suspense>
  );
}

function Loaded({ loading, ...props }: ChoosingFormProps & { readonly loading: Promise<Owner> }) {
  return <Form {...props} owner={use(loading)} />;
}

function useChoice({ giftId, product, phoneMask, owner }: ChoosingFormProps & { readonly owner: Owner }) {
  const [drafts] = useState(() =>
    storedChoice({
      giftId,
      personId: owner.id,
      empty: {
        sizeId: onlyOf(product.sizes),
        colorId: onlyOf(product.colors),
        pickupPointId: null,
        name: owner.name,
        phone: formatPhone(owner.phone, phoneMask),
      },
    }),
  );
  const draft = useSyncExternalStore(drafts.subscribe, drafts.read, drafts.readEmpty);
  const sizeId = offered(product.sizes, draft.sizeId);
  const colorId = offered(product.colors, draft.colorId);
  const change = (made: Partial<ChoiceDraft>) => drafts.write({ ...drafts.read(), ...made });
  return { draft, sizeId, colorId, change, forget: () => drafts.write(drafts.readEmpty()) };
}

function Form({ owner, ...props }: ChoosingFormProps & { readonly owner: Owner }) {
  const { giftId, product, phoneMask, onRefused } = props;
  const { t } = useLingui();
  const navigate = useNavigate();
  const { draft, sizeId, colorId, change, forget } = useChoice({ ...props, owner });
  const [isChecked, setChecked] = useState(false);
  const [isClosed, setClosed] = useState(false);
  const [looks, setLooks] = useState(0);
  const recipient = useRecipientFaults(draft, phoneMask);
  const { isBusy, failure, fields, act } = useAction((refusal) => {
    if (nothingToOrder.is(refusal) || wrongSize.is(refusal)) onRefused();
    if (!pickUpClosed.is(refusal)) return;
    setClosed(true);
    setLooks((before) => before + 1);
  });
  const pickupPointId = isClosed ? null : draft.pickupPointId;
  const faults = {
    size: product.sizes.length > 0 && sizeId === null ? t`Выберите размер` : null,
    color: product.colors.length > 0 && colorId === null ? t`Выберите цвет` : null,
    pickUp: pickupPointId === null ? t`Выберите пункт выдачи` : null,
    ...recipient,
  };
  const shown = <Fault extends string | null>(fault: Fault) => (isChecked ? fault : null);

  function send(): unknown {
    setChecked(true);
    if (Object.values(faults).some((fault) => fault !== null) || pickupPointId === null) return null;
    return act(async () => {
      const { name, phone: recipientPhone } = draft;
      const body = { giftId, sizeId, colorId, pickupPointId, recipientName: name.trim(), recipientPhone };
      const { orderId } = await call('POST Gift/Order', { body });
      await navigate(`/order/${orderId}`);
      forget();
    });
  }

  const isAtField = fields.recipientName !== undefined || fields.recipientPhone !== undefined;
  return (
    <section className={panel.panel} aria-labelledby="choosing-title">
      <h2 id="choosing-title">
        <Trans>Выберите и закажите</Trans>
      </h2>
      <SentForm className={classes.form} onSend={send}>
        <SizeChips
          sizes={product.sizes}
          chosen={sizeId}
          error={shown(faults.size)}
          onChoose={(chosen) => change({ sizeId: chosen })}
        />
        <ColourChips
          colours={product.colors}
          chosen={colorId}
          error={shown(faults.color)}
          onChoose={(chosen) => change({ colorId: chosen })}
        />
        <Stack as="section" gap={12} fit aria-labelledby="pick-up-title">
          <h3 id="pick-up-title">
            <Trans>Где забрать</Trans>
          </h3>
          <PickUpChoice
            looks={looks}
            value={draft.pickupPointId}
            error={shown(faults.pickUp)}
            onChange={({ id }) => {
              setClosed(false);
              change({ pickupPointId: id });
            }}
          />
        </Stack>
        <Stack as="section" gap={12} fit aria-labelledby="recipient-title">
          <h3 id="recipient-title">
            <Trans>Получатель</Trans>
          </h3>
          <RecipientFields
            recipient={draft}
            phoneMask={phoneMask}
            faults={{
              name: fields.recipientName ?? shown(faults.name),
              phone: fields.recipientPhone ?? shown(faults.phone),
            }}
            onChange={change}
          />
        </Stack>
        {failure !== null && !isAtField && <ErrorNotice>{failure.message}</ErrorNotice>}
        <ActionButton isDefault disabled={isBusy} aria-busy={isBusy || undefined}>
          {isBusy ? <Trans>Оформляем…</Trans> : <Trans>Заказать, платить не нужно</Trans>}
        </ActionButton>
      </SentForm>
    </section>
  );
}
