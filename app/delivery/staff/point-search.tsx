import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useState } from 'react';
import { FieldFrame } from '#base/ui/fields/field.tsx';
import { Suggestions, useSuggestions } from '#base/ui/fields/suggestions.tsx';
import { useNames } from '#base/ui/page/use-names.ts';
import type { PickUpPoint } from '../delivery.calls.ts';
import { orderPickUps } from '../pick-up-order.ts';
import classes from './admin-delivery-screen.module.css';

const most = 6;

interface PointSearchProps {
  readonly points: readonly PickUpPoint[];
  /** Those that have a price of their own already. */
  readonly taken: ReadonlySet<number>;
  readonly onTake: (point: PickUpPoint) => void;
}

/** Chooses a pickup point that gets a price of its own, by a part of its name, address or region. */
export function PointSearch({ points, taken, onTake }: PointSearchProps) {
  const { t } = useLingui();
  const nameOf = useNames();
  const [text, setText] = useState('');
  const [isOpen, setOpen] = useState(false);
  const isAsked = text.trim() !== '';
  const found = isAsked ? orderPickUps(points, { search: text, regionId: null, nameOf }, null) : [];
  const others = found.filter(({ id }) => !taken.has(id));
  const free = others.slice(0, most);
  const { list, ties, reset, close } = useSuggestions({
    items: isOpen ? free : [],
    // Enter would save the form that contains this field.
    isFirstChosen: true,
    onTake(point: PickUpPoint) {
      setText('');
      setOpen(false);
      onTake(point);
    },
    onClose: () => setOpen(false),
  });

  return (
    <div>
      <FieldFrame label={<Trans>Своя цена для пункта</Trans>}>
        {(frame) => (
          <>
            <input
              {...frame}
              {...ties}
              type="text"
              autoComplete="off"
              maxLength={100}
              placeholder={t`Название или регион`}
              value={text}
              onChange={({ currentTarget: { value } }) => {
                setText(value);
                setOpen(true);
                reset();
              }}
              onKeyDown={(event) => {
                ties.onKeyDown(event);
                if (event.key === 'ArrowDown' && !isOpen) setOpen(true);
                if (event.key === 'Enter' && isAsked) event.preventDefault();
              }}
              onBlur={close}
            />
            <Suggestions list={list} label={t`Найденные пункты`} keyOf={({ id }) => String(id)}>
              {({ name, address, regionName, isActive }) => (
                <>
                  <b>{name}</b>
                  <span>
                    {!isActive && (
                      <>
                        <Trans>Закрыт</Trans>
                        {' · '}
                      </>
                    )}
                    {nameOf(regionName)} · {address}
                  </span>
                </>
              )}
            </Suggestions>
          </>
        )}
      </FieldFrame>
      <p role="status" className={classes.found}>
        {isAsked && <Found count={others.length} isTaken={found.length > 0 && others.length === 0} />}
      </p>
    </div>
  );
}

/** What a search came to, in words; the points themselves are in the list. */
function Found({ count, isTaken }: { readonly count: number; readonly isTaken: boolean }) {
  if (isTaken) return <Trans>У этого пункта уже есть своя цена: она в списке выше.</Trans>;
  if (count === 0) return <Trans>Таких пунктов нет: проверьте название.</Trans>;
  return (
    <span className={count > most ? undefined : 'spoken'}>
      <Plural
        value={count}
        one="# пункт выдачи"
        few="# пункта выдачи"
        many="# пунктов выдачи"
        other="# пункта выдачи"
      />
      {count > most && (
        <>
          {', '}
          <Trans>показаны первые {most}: уточните название</Trans>
        </>
      )}
    </span>
  );
}
