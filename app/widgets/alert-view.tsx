import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { ikatColour, ikatSvg, initialOf } from '#app/ikat/ikat.ts';
import { formatAmount } from '#base/money.ts';
import motion from './alert-motion.module.css';
import classes from './alert-view.module.css';
import { type AnimatedWord, fillTemplate, textSize, wordsOf } from './headline.ts';
import { pictureAddress, type Scene } from './notification-run.ts';

/** Twelve whole motifs, so that no seam is seen where the band repeats. */
const clothWidth = 12 * 112;

function cssVariables(values: Readonly<Record<`--${string}`, string | number>>): React.CSSProperties {
  return values;
}

/** A name stays on one line, so that it can be told from its neighbours. */
const unbroken = (name: string) => name.replaceAll(' ', '\u00a0');

/** One alert over the stream: its cloth, its picture or mark, the headline letter by letter, and the message. */
export function AlertView({ scene }: { scene: Scene }) {
  const { t } = useLingui();
  const { alert, settings, isLeaving, isResumed } = scene;
  const { digest } = alert;
  const name = digest
    ? t`${plural(digest.count, { one: '# донат', few: '# доната', many: '# донатов', other: '# доната' })}`
    : (alert.name ?? t`Аноним`);
  const amount = `${formatAmount(alert.amount)} ${settings.currency}`;
  const words = wordsOf(fillTemplate(settings.alert.template, { name, amount }));
  const text = digest ? digest.names.map(unbroken).join(', ') : alert.message;
  return (
    <section className={classes.stage} data-resumed={(isResumed && !isLeaving) || undefined} data-testid="alert">
      <div
        className={`${classes.card} ${motion.card}`}
        data-animation={isResumed ? undefined : settings.alert.animation}
        data-leaving={isLeaving || undefined}
      >
        <Cloth userName={settings.creator.userName} />
        <div className={classes.plate}>
          <Mark name={name} count={digest?.count ?? null} image={settings.alert.image} />
          <div className={classes.words}>
            <h1 className={classes.headline} data-size={textSize(name)}>
              {words.map((word) => (
                <Word key={word.place} word={word} />
              ))}
            </h1>
            {text !== null && (
              <p className={classes.message} data-size={textSize(text)}>
                {text}
              </p>
            )}
          </div>
        </div>
        <Cloth userName={settings.creator.userName} />
      </div>
    </section>
  );
}

function Word({ word }: { word: AnimatedWord }) {
  return (
    <>
      <span className={classes.word} data-kind={word.kind}>
        {word.letters.map(({ letter, place }) => (
          <span key={place} className={classes.letter} style={cssVariables({ '--at': place })}>
            {letter}
          </span>
        ))}
      </span>{' '}
    </>
  );
}

/** A band of the creator's own ikat. */
function Cloth({ userName }: { userName: string }) {
  const picture = useMemo(() => {
    const svg = ikatSvg(userName, { width: clothWidth, height: 200, scheme: 'light' });
    return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  }, [userName]);
  return <div className={classes.cloth} style={cssVariables({ '--cloth': picture })} />;
}

/** The creator's picture; without one the donor's initial, or the number of gifts in a digest. */
function Mark({ name, count, image }: { name: string; count: number | null; image: string | null }) {
  if (image !== null) return <img className={classes.picture} src={pictureAddress(image)} alt="" />;
  const { ground, ink } = ikatColour(name);
  return (
    <div
      className={classes.mark}
      data-many={count !== null || undefined}
      style={cssVariables({ '--ground': ground, '--ink': ink })}
    >
      <span>{count === null ? initialOf(name) : `×${count}`}</span>
    </div>
  );
}
