import { Trans, useLingui } from '@lingui/react/macro';
import { IconBuildingStore, IconCompass, IconPackage, IconUser } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useSession } from '#app/identity/session.ts';
import { useSearch } from '#base/ui/fields/use-search.ts';
import { Row, Text } from '#base/ui/layout/parts.tsx';
import classes from './command-palette.module.css';
import { type Found, findAll } from './palette-results.ts';

interface Choice {
  readonly kind: Found['kind'] | 'place';
  readonly id: string;
  readonly to: string;
  readonly title: string;
  readonly hint: string;
}

const icons = { person: IconUser, order: IconPackage, product: IconBuildingStore, place: IconCompass } as const;

function usePlaces(text: string): Choice[] {
  const { t } = useLingui();
  const session = useSession();
  const isAdmin = session.status === 'user' && session.user.roles.includes('admin');
  const places: readonly (readonly [string, string])[] = [
    ['/admin/dashboard', t`Обзор`],
    ['/admin/blogers?view=queue', t`Проверка`],
    ['/admin/blogers', t`Люди`],
    ['/admin/orders', t`Заказы`],
    ['/admin/products', t`Товары`],
    ['/admin/product', t`Новый товар`],
    ['/admin/categories', t`Категории`],
    ['/admin/promo-codes', t`Промокоды`],
    ['/admin/locations', t`Пункты выдачи`],
    ['/admin/locations/delivery', t`Цены доставки`],
    ['/admin/locations/point', t`Новый пункт выдачи`],
    ['/admin/filters', t`Порядок авторов`],
    ['/admin/payments', t`Платежи`],
    ['/admin/receipts', t`Чеки`],
    ['/admin/memberships', t`Подписки`],
    ['/admin/audit', t`Журнал`],
  ];
  const adminPlaces: typeof places = [
    ['/admin/donate-settings', t`Настройки донатов`],
    ['/admin/reconciliation', t`Сверка`],
    ['/admin/payouts', t`Выплаты`],
    ['/admin/site', t`Сайт`],
  ];
  const wanted = text.trim().toLowerCase();
  return (isAdmin ? [...places, ...adminPlaces] : places)
    .filter(([, title]) => title.toLowerCase().includes(wanted))
    .map(([to, title]) => ({ kind: 'place', id: to, to, title, hint: t`Раздел` }));
}

function useKindNames(): Readonly<Record<Choice['kind'], string>> {
  const { t } = useLingui();
  return { place: t`Раздел`, person: t`Человек`, order: t`Заказ`, product: t`Товар` };
}

/** Searches users, orders, products and sections while typing; arrows select, Enter opens, Escape closes. */
export default function CommandPalette({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const id = useId();
  const navigate = useNavigate();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { answer, search, stop } = useSearch(findAll, 150);
  const isBusy = text.trim() !== (answer?.text ?? '');
  const places = usePlaces(text);
  const kindNames = useKindNames();
  const choices: readonly Choice[] = [...(answer?.found ?? []), ...places];
  const chosen = Math.min(at, choices.length - 1);

  useEffect(() => {
    const box = dialog.current;
    if (box !== null && !box.open) box.showModal();
  }, []);

  function go(choice: Choice | undefined) {
    if (choice === undefined) return;
    onClose();
    void navigate(choice.to);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) setAt((chosen + step + choices.length) % Math.max(choices.length, 1));
    else if (event.key === 'Enter') go(choices[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <dialog
      ref={dialog}
      className={classes.palette}
      aria-label={t`Найти и перейти`}
      onClose={onClose}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      onKeyDown={() => undefined}
    >
      <div className={classes.box}>
        <input
          className={classes.input}
          role="combobox"
          aria-label={t`Имя, телефон, номер заказа, товар или раздел`}
          aria-expanded
          aria-controls={`${id}-list`}
          aria-activedescendant={choices.length > 0 ? `${id}-${chosen}` : undefined}
          aria-autocomplete="list"
          placeholder={t`Имя, телефон, номер заказа, товар…`}
          value={text}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setText(value);
            setAt(0);
            if (value.trim() === '') stop();
            else void search(value.trim());
          }}
          onKeyDown={press}
        />
        <div id={`${id}-list`} role="listbox" aria-label={t`Найденное`} aria-busy={isBusy} className={classes.list}>
          {choices.map((choice, place) => {
            const Icon = icons[choice.kind];
            return (
              // The focus stays in the field; arrow keys move the selection.
              <Row
                key={`${choice.kind} ${choice.id}`}
                id={`${id}-${place}`}
                role="option"
                tabIndex={-1}
                aria-selected={place === chosen}
                className={classes.choice}
                gap={10}
                align="center"
                nowrap
                onPointerMove={() => setAt(place)}
                onClick={() => go(choice)}
                onKeyDown={() => undefined}
              >
                <Icon size={18} stroke={1.75} aria-hidden />
                <Text as="span" weight={600}>
                  {choice.title}
                </Text>
                <Text as="span" className={classes.hint} size={14} dim>
                  {choice.kind === 'place' ? choice.hint : `${kindNames[choice.kind]} · ${choice.hint}`}
                </Text>
              </Row>
            );
          })}
        </div>
        <Text className={classes.foot} size={14} dim role="status">
          {isBusy ? <Trans>Ищем…</Trans> : choices.length === 0 ? <Trans>Ничего не найдено</Trans> : null}
        </Text>
      </div>
    </dialog>
  );
}
