import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useMemo } from 'react';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';
import { pictureAddress } from '#app/images/picture-address.ts';
import { useSumText } from '#base/ui/page/use-sum-text.ts';
import { alertThemeNames } from '../widget-choices.ts';
import type { ShownAlert } from '../widget-shapes.ts';
import './alert-fonts.css';
import type { AlertLook } from './alert-look.ts';
import motion from './alert-motion.module.css';
import type { OwnLook } from './alert-settings-shape.ts';
import shapes from './alert-themes.module.css';
import { fontFamilies, themeOf } from './alert-themes.ts';
import classes from './alert-view.module.css';
import { type AlertLine, type AnimatedWord, fillTemplate, linesOf, saysMessage } from './headline.ts';
import type { Scene } from './scene.ts';
import { isolated } from './scripts.ts';
import { hyphenatedText, softHyphen } from './syllables.ts';
import { useDonorText } from './use-donor-text.ts';
import { useFit } from './use-fit.ts';

/** One column of whole motifs, so that the cloth repeats without a visible seam. */
const cloth = { width: 200, height: 4 * 176, scheme: 'light' } as const;

function cssVariables(values: Readonly<Record<`--${string}`, string | number>>): React.CSSProperties {
  return values;
}

function themeStyle(look: AlertLook, { accent: pageAccent }: OwnLook): React.CSSProperties {
  const { text, ground, accent, radius, tilt, font } = themeOf(look, pageAccent);
  return cssVariables({
    '--text': text,
    '--ground': ground,
    '--accent': accent,
    '--radius': radius,
    '--tilt': tilt,
    '--font': fontFamilies[font],
  });
}

/** A name stays on one line, so that it can be distinguished from its neighbours. */
const unbroken = (name: string) => isolated(name.replaceAll(' ', '\u00a0'));

interface AlertViewProps {
  readonly scene: Scene;
  /** Fills a box instead of the window. */
  readonly isPreview?: boolean;
  /** Drawn over the alert's card. */
  readonly children?: ReactNode;
}

/** One alert at its place on the stream. */
export function AlertView({ scene, isPreview = false, children }: AlertViewProps) {
  const { alert, settings, look, isLeaving, isResumed } = scene;
  const { x, y, width } = settings.alert.place;
  return (
    <section
      className={classes.stage}
      style={cssVariables({ '--x': x, '--y': y, '--width': width })}
      data-preview={isPreview || undefined}
      data-calm={settings.alert.isCalm || undefined}
      data-resumed={(isResumed && !isLeaving) || undefined}
      data-testid="alert"
    >
      <div className={classes.place}>
        <div inert={isPreview}>
          <AlertCard
            alert={alert}
            look={look}
            isLeaving={isLeaving}
            currency={settings.currency}
            creator={settings.creator}
            hasEntrance={!isResumed}
          />
        </div>
        {children}
      </div>
    </section>
  );
}

/** Where viewers take part in a drawing, as they type it. It may break at its slashes. */
const takingAddress = (userName: string, page: 'months' | 'gifts') =>
  `${location.host}/\u200b${userName}/\u200b${page}`;

interface AlertCardProps {
  readonly alert: ShownAlert;
  readonly look: AlertLook;
  readonly currency: string;
  readonly creator: OwnLook;
  readonly hasEntrance?: boolean;
  readonly isLeaving?: boolean;
}

/** The card of an alert: its picture or mark, the headline letter by letter or word by word, and the message. `--e` is the unit of all its sizes. */
export function AlertCard({ alert, look, currency, creator, hasEntrance = true, isLeaving = false }: AlertCardProps) {
  const { t } = useLingui();
  const donorText = useDonorText();
  const card = useFit();
  const { digest } = alert;
  const name = digest
    ? t`${plural(digest.count, { one: '# донат', few: '# доната', many: '# донатов', other: '# доната' })}`
    : donorText(alert);
  const amount = useSumText(currency)(alert.amount);
  const headline = linesOf(fillTemplate(look.template, { name, amount, message: alert.message ?? '' }));
  const below = saysMessage(look.template) ? null : alert.message;
  const text = digest ? digest.names.map(unbroken).join(', ') : below;
  const page = alert.giftedMonths ? 'months' : alert.giftedPieces ? 'gifts' : null;
  const address = page && takingAddress(creator.userName, page);
  const texts = [text, address && t`Участвовать: ${address}`].filter((one) => one !== null);
  const lines: AlertLine[] = [
    ...headline,
    ...texts.map((one, at) => ({ at: headline.length + at, kind: 'message' as const, text: one, words: [] })),
  ];
  const letters = lines.flatMap(({ words }) => words.flatMap((word) => word.letters)).length;
  const theme = look.theme ?? alertThemeNames[0];
  const shownLines = lines.map((line) => <Line key={line.at} line={line} />);
  return (
    <div
      ref={card}
      className={`${classes.card} ${shapes.card} ${motion.card}`}
      style={{ ...themeStyle(look, creator), ...cssVariables({ '--letters': letters }) }}
      data-theme={theme}
      data-animation={hasEntrance ? look.animation : undefined}
      data-leaving={isLeaving || undefined}
    >
      <Mark name={name} look={look} creator={creator} count={digest?.count ?? null} />
      <div className={classes.words}>
        {shownLines}
        {theme === 'minimal' && (
          <div className={`${classes.shade} ${shapes.shade}`} aria-hidden="true">
            {shownLines}
          </div>
        )}
      </div>
    </div>
  );
}

function Line({ line: { kind, text, words } }: { line: AlertLine }) {
  const style = cssVariables({ '--length': text.length });
  if (kind === 'message') {
    return (
      <p className={classes.line} data-kind={kind} dir="auto" style={style}>
        {text.includes('\u200b') ? text : <Breakable text={hyphenatedText(text)} />}
      </p>
    );
  }
  return (
    <p className={classes.line} data-kind={kind} style={style}>
      <bdi>
        {words.map((word) => (
          <Word key={word.place} word={word} />
        ))}
      </bdi>
    </p>
  );
}

/** A text with soft hyphens, which are drawn: whoever reads or copies it gets it as it was written. */
function Breakable({ text }: { readonly text: string }) {
  const at = text.indexOf(softHyphen);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className={classes.hyphen} />
      <Breakable text={text.slice(at + 1)} />
    </>
  );
}

function Word({ word: { place, letters, isLong, flows, hasSpace } }: { word: AnimatedWord }) {
  return (
    <>
      <span
        className={classes.word}
        data-word=""
        data-long={isLong || undefined}
        data-flows={flows || undefined}
        style={cssVariables({ '--at': place })}
      >
        {letters.map((one) => (
          <span key={one.place} className={classes.letter} style={cssVariables({ '--at': one.place })}>
            <Breakable text={one.letter} />
          </span>
        ))}
      </span>
      {hasSpace && ' '}
    </>
  );
}

interface MarkProps {
  readonly name: string;
  readonly look: AlertLook;
  readonly creator: OwnLook;
  readonly count: number | null;
}

/** The creator's picture; without one the donor's initial, or the number of donations in a digest. The ikat theme shows the creator's cloth behind it. */
function Mark({ name, look, creator, count }: MarkProps) {
  const { userName, pattern } = creator;
  const picture = useMemo(
    () => `url("data:image/svg+xml,${encodeURIComponent(ikatSvg(userName, { ...cloth, pattern }))}")`,
    [userName, pattern],
  );
  const { ground, ink } = ikatColour(name);
  return (
    <div className={`${classes.mark} ${shapes.mark}`} style={cssVariables({ '--cloth': picture })}>
      {look.image !== null ? (
        <img className={`${classes.picture} ${shapes.picture}`} src={pictureAddress(look.image, 512)} alt="" />
      ) : (
        <div
          className={`${classes.face} ${shapes.face}`}
          data-many={count !== null || undefined}
          style={cssVariables({ '--face': ground, '--ink': ink })}
        >
          <span>{count === null ? initialOf(name) : `×${count}`}</span>
        </div>
      )}
    </div>
  );
}
