import { Trans } from '@lingui/react/macro';
import { type MouseEvent, useId, useRef } from 'react';
import { DialogFrame } from '#base/ui/dialogs/dialog.tsx';
import { ChartTable } from '../chart-table.tsx';
import type { SizeChart } from '../size-chart.ts';
import classes from './product-choices.module.css';

/** Lets browsers that know invoker commands open the chart before the page is hydrated; types of React lack the attributes. */
const showing = (dialog: string) => ({ commandfor: dialog, command: 'show-modal' });

/** The button beside the sizes that opens their chart. */
export default function SizeChartOpener({ chart }: { readonly chart: SizeChart }) {
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  function show(event: MouseEvent) {
    // The browser's own command would find the dialog open, and warn of it.
    event.preventDefault();
    if (dialog.current?.open === false) dialog.current.showModal();
  }
  return (
    <>
      <button type="button" className={classes.chart} onClick={show} {...showing(id)}>
        <Trans>Таблица размеров</Trans>
      </button>
      <DialogFrame ref={dialog} id={id} title={<Trans>Таблица размеров</Trans>}>
        <ChartTable chart={chart} />
      </DialogFrame>
    </>
  );
}
