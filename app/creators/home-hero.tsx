import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form, Link } from 'react-router';
import { Ikat } from '#app/ikat/ikat.public.tsx';
import search from '#base/ui/search-box.module.css';
import { CreatorAvatar } from './creator-face.tsx';
import type { User } from './creators.calls.ts';
import classes from './home-hero.module.css';
import { displayNameOf } from './public-user.ts';

/** Whose cloths hang while the platform has no creators of its own. */
const looms = ['opora', 'atlas', 'adras'];

/** What this is in one sentence, the search, and the cloths of the first creators hung out as in a bazaar. */
export function HomeHero({ creators }: { creators: readonly User[] }) {
  const { t } = useLingui();
  const cloths = looms.map((loom, place) => creators[place] ?? loom);
  return (
    <section className={classes.hero}>
      <div className={classes.pitch}>
        <h1 className={classes.title}>
          <Trans>Опора для тех, кто создаёт</Trans>
        </h1>
        <p className={classes.text}>
          <Trans>
            Поддержите любимого автора в три касания: донат сразу прозвучит на его стриме, а деньги придут на его счёт.
          </Trans>
        </p>
        <Form
          action="/authors"
          role="search"
          aria-label={t`Найти автора по имени`}
          className={`${search.box} ${classes.search}`}
          data-size="big"
        >
          <IconSearch size={22} stroke={1.75} aria-hidden />
          <input
            type="search"
            name="search"
            maxLength={100}
            autoComplete="off"
            enterKeyHint="search"
            placeholder={t`Кого поддержим?`}
            aria-label={t`Имя или ник автора`}
          />
          <button type="submit">
            <Trans>Найти</Trans>
          </button>
        </Form>
        <p className={classes.aside}>
          <Trans>Регистрация не нужна. Нужна только карта.</Trans>
        </p>
      </div>
      <div className={classes.cloths}>
        {cloths.map((cloth) =>
          typeof cloth === 'string' ? (
            <div key={cloth} className={classes.cloth} aria-hidden>
              <Ikat userName={cloth} width={240} height={640} />
            </div>
          ) : (
            <Link key={cloth.userId} to={`/${cloth.userName}`} className={classes.cloth} prefetch="intent">
              <Ikat userName={cloth.userName} width={240} height={640} />
              <span className={classes.label}>
                <CreatorAvatar
                  creator={{ userName: cloth.userName, displayName: displayNameOf(cloth), avatar: cloth.avatar }}
                  size={56}
                />
                <span>{displayNameOf(cloth)}</span>
              </span>
            </Link>
          ),
        )}
      </div>
    </section>
  );
}
