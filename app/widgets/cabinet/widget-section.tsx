import type { ReactNode } from 'react';
import { Panel } from '#base/ui/panel/panel.tsx';
import classes from './cabinet.module.css';
import { WidgetAddress } from './widget-address.tsx';

interface WidgetSectionProps {
  readonly title: ReactNode;
  /** As the stream shows it. */
  readonly preview: ReactNode;
  /** What OBS opens. */
  readonly address: string;
  /** Its settings. */
  readonly children: ReactNode;
}

/** A widget of the stream: its settings beside its preview and address. */
export function WidgetSection({ title, preview, address, children }: WidgetSectionProps) {
  return (
    <Panel title={title}>
      <div className={classes.columns}>
        {children}
        <div className={classes.side}>
          <div className={classes.frame}>
            <div className={classes.stream}>{preview}</div>
          </div>
          <WidgetAddress address={address} />
        </div>
      </div>
    </Panel>
  );
}
