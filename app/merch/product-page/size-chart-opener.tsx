import { Trans } from '@lingui/react/macro';
import { useId, useRef } from 'react';
import dialogClasses from '#base/ui/dialogs/dialog.module.css';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import { ChartTable } from '../chart-table.tsx';
import type { SizeChart } from '../size-chart.ts';
import classes from './product-choices.module.css';

/** Lets browsers that know invoker commands open the chart before the page is hydrated; types of React lack the attributes. */
const showing = (dialog: string) => ({ commandfor: dialog, command: 'show-modal' });

/** The button beside the sizes that opens their chart. */
export default function SizeChartOpener({ chart }: { readonly chart: SizeChart }) {
  const id = useId();
  const title = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  function show() {
    if (dialog.current?.open === false) dialog.current.showModal();
  }
  return (
    <>
      <button type="button" className={classes.chart} onClick={show} {...showing(id)}>
        <Trans>Таблица размеров</Trans>
      </button>
      <dialog ref={dialog} id={id} className={dialogClasses.dialog} aria-labelledby={title}>
        <h2 id={title}>
          <Trans>Таблица размеров</Trans>
        </h2>
        <ChartTable chart={chart} />
        <div className={dialogClasses.acts}>
          <ActionButton look="quiet" onClick={() => dialog.current?.close()}>
            <Trans>Закрыть</Trans>
          </ActionButton>
        </div>
      </dialog>
    </>
  );
}
