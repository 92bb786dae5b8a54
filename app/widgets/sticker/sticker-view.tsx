import { Trans } from '@lingui/react/macro';
import { ikatSvg } from '#app/images/ikat-pattern.ts';
import { QrCode } from '#base/ui/share/qr-code.tsx';
import type { ShownSettings } from '../widget-shapes.ts';
import classes from './sticker-screen.module.css';

interface StickerProps {
  readonly settings: ShownSettings;
  /** A preview fills a box instead of the window. */
  readonly isPreview?: boolean;
}

function lookOf({ sticker }: ShownSettings): React.CSSProperties {
  const scale: Readonly<Record<`--${string}`, number>> = { '--scale': sticker.size / 100 };
  return { ...scale, color: sticker.textColor, background: sticker.groundColor };
}

/** The creator's pattern, name and donation address. */
export function StickerView({ settings, isPreview = false }: StickerProps) {
  const { creator, sticker } = settings;
  // Eight whole motifs, so that the pattern repeats without a visible seam.
  const cloth = ikatSvg(creator.userName, { width: 8 * 112, height: 200, scheme: 'light', pattern: creator.pattern });
  return (
    <section
      className={classes.sticker}
      style={lookOf(settings)}
      data-preview={isPreview || undefined}
      data-still={!sticker.isMoving || undefined}
      data-testid="sticker"
    >
      <div
        className={classes.cloth}
        style={{ backgroundImage: `url("data:image/svg+xml,${encodeURIComponent(cloth)}")` }}
      />
      <div className={classes.plate}>
        {sticker.hasQr && <QrCode className={classes.code} text={`${location.origin}/${creator.userName}`} />}
        <div className={classes.words}>
          <p className={classes.name}>{creator.name}</p>
          <p className={classes.text}>{sticker.text === '' ? <Trans>Поддержите стрим</Trans> : sticker.text}</p>
          <p className={classes.address}>{creator.address}</p>
        </div>
      </div>
    </section>
  );
}
