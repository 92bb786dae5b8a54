import { Plural, Trans } from '@lingui/react/macro';
import board from '../statistics/statistics-widget-screen.module.css';

interface WinnersProps {
  readonly places: readonly { readonly place: number; readonly name: string | null }[];
  /** How many names there is room for. */
  readonly most: number;
}

/** Who was drawn, the first ones by name. */
export function Winners({ places, most }: WinnersProps) {
  const left = places.length - most;
  if (places.length === 0) {
    return (
      <p className={board.quiet}>
        <Trans>Никто не участвовал, победителей нет</Trans>
      </p>
    );
  }
  return (
    <>
      <p className={board.mark}>{places.length === 1 ? <Trans>Победитель</Trans> : <Trans>Победители</Trans>}</p>
      <ol className={board.list}>
        {places.slice(0, most).map(({ place, name }) => (
          <li key={place}>
            <bdi>{name ?? <Trans>Аноним</Trans>}</bdi>
          </li>
        ))}
      </ol>
      {left > 0 && (
        <p className={board.quiet}>
          <Plural
            value={left}
            one="И ещё # победитель"
            few="И ещё # победителя"
            many="И ещё # победителей"
            other="И ещё # победителя"
          />
        </p>
      )}
    </>
  );
}
