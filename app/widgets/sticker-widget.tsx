import { Trans, useLingui } from '@lingui/react/macro';
import { ikatSvg } from '#app/ikat/ikat.ts';
import classes from './sticker-screen.module.css';
import { useWidget } from './use-widget.ts';
import { WidgetPage } from './widget-page.tsx';
import type { ShownSettings } from './widget-shapes.ts';

/** The sticker (specification, point 2): the creator's cloth, his name and where to support him. */
export function StickerWidget() {
  const { t } = useLingui();
  const { settings } = useWidget({ withFigures: false });
  return <WidgetPage title={t`Стикер`}>{settings && <Sticker settings={settings} />}</WidgetPage>;
}

function Sticker({ settings }: { settings: ShownSettings }) {
  const { creator, sticker } = settings;
  // Eight whole motifs, so that no seam is seen where the cloth repeats.
  const cloth = ikatSvg(creator.userName, { width: 8 * 112, height: 200, scheme: 'light' });
  return (
    <main className={classes.sticker} style={{ color: sticker.textColor, background: sticker.groundColor }}>
      <div
        className={classes.cloth}
        style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(cloth)}")` }}
      />
      <div className={classes.words}>
        <p className={classes.name}>{creator.name}</p>
        <p className={classes.text}>{sticker.text === '' ? <Trans>Поддержите стрим</Trans> : sticker.text}</p>
        <p className={classes.address}>{creator.address}</p>
      </div>
    </main>
  );
}
