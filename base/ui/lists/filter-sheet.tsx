import { Trans, useLingui } from '@lingui/react/macro';
import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { type ReactNode, useId, useRef } from 'react';
import icon from '../page/icon-button.module.css';
import classes from './filter-sheet.module.css';

interface FilterSheetProps {
  /** The number of active filters. */
  readonly chosen: number;
  /** Renders the filters; `close` closes the sheet after a final choice. */
  readonly children: (close: () => void) => ReactNode;
}

/** The filters of a list on a phone. Without scripts the browser opens it as a popover. */
export function FilterSheet({ chosen, children }: FilterSheetProps) {
  const { t } = useLingui();
  const sheet = useRef<HTMLDialogElement>(null);
  const id = useId();
  const close = () => sheet.current?.close();
  return (
    <>
      <button
        type="button"
        className={classes.open}
        aria-haspopup="dialog"
        popoverTarget={id}
        onClick={(event) => {
          event.preventDefault();
          sheet.current?.showModal();
        }}
      >
        <IconAdjustmentsHorizontal size={22} stroke={1.75} aria-hidden />
        <span>{chosen === 0 ? <Trans>Фильтры</Trans> : <Trans>Фильтры: {chosen}</Trans>}</span>
        {chosen > 0 && (
          <i className={classes.number} aria-hidden>
            {chosen}
          </i>
        )}
      </button>
      <dialog ref={sheet} id={id} popover="auto" className={classes.sheet} aria-label={t`Фильтры`} closedby="any">
        <div className={classes.top}>
          <strong>
            <Trans>Фильтры</Trans>
          </strong>
          <button
            type="button"
            className={icon.button}
            aria-label={t`Закрыть`}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={close}
          >
            <IconX size={24} stroke={1.75} />
          </button>
        </div>
        {children(close)}
      </dialog>
    </>
  );
}
