import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';
import { ikatColour, ikatSvg, initialOf } from '#app/images/ikat-pattern.ts';
import { pictureAddress } from '#app/images/picture-address.ts';
import { useSumText } from '#base/ui/page/sum.tsx';
import motion from './alert-motion.module.css';
import classes from './alert-view.module.css';
import { type AnimatedWord, fillTemplate, saysMessage, textSize, wordsOf } from './headline.ts';
import type { Scene } from './notification-run.ts';

/** Twelve whole motifs, so that the band repeats without a visible seam. */
const clothWidth = 12 * 112;

function cssVariables(values: Readonly<Record<`--${string}`, string | number>>): React.CSSProperties {
  return values;
}

/** A name stays on one line, so that it can be distinguished from its neighbours. */
const unbroken = (name: string) => name.replaceAll(' ', '\u00a0');

/**
 * One alert on the stream: its pattern, its picture or mark, the headline letter by letter, and the message. As a preview it
 * fills a box instead of the window.
 */
export function AlertView({ scene, isPreview = false }: { scene: Scene; isPreview?: boolean }) {
  const { t } = useLingui();
  const { alert, settings, look, isLeaving, isResumed } = scene;
  const { digest } = alert;
  const name = digest
    ? t`${plural(digest.count, { one: '# донат', few: '# доната', many: '# донатов', other: '# доната' })}`
    : (alert.name ?? t`Аноним`);
  const amount = useSumText(settings.currency)(alert.amount);
  const words = wordsOf(fillTemplate(look.template, { name, amount, message: alert.message ?? '' }));
  const below = saysMessage(look.template) ? null : alert.message;
  const text = digest ? digest.names.map(unbroken).join(', ') : below;
  return (
    <section
      className={classes.stage}
      data-preview={isPreview || undefined}
      data-calm={settings.alert.isCalm || undefined}
      data-resumed={(isResumed && !isLeaving) || undefined}
      data-testid="alert"
    >
      <div
        className={`${classes.card} ${motion.card}`}
        data-animation={isResumed ? undefined : look.animation}
        data-leaving={isLeaving || undefined}
      >
        <Cloth userName={settings.creator.userName} />
        <div className={classes.plate}>
          <Mark name={name} count={digest?.count ?? null} image={look.image} />
          <div className={classes.words}>
            <p
              className={classes.headline}
              data-size={textSize(saysMessage(look.template) ? `${name}${alert.message}` : name)}
            >
              {words.map((word) => (
                <Word key={word.place} word={word} />
              ))}
            </p>
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

/** A band of the creator's ikat pattern. */
function Cloth({ userName }: { userName: string }) {
  const picture = useMemo(() => {
    const svg = ikatSvg(userName, { width: clothWidth, height: 200, scheme: 'light' });
    return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
  }, [userName]);
  return <div className={classes.cloth} style={cssVariables({ '--cloth': picture })} />;
}

/** The creator's picture; without one the donor's initial, or the number of donations in a digest. */
function Mark({ name, count, image }: { name: string; count: number | null; image: string | null }) {
  if (image !== null) return <img className={classes.picture} src={pictureAddress(image, 512)} alt="" />;
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
