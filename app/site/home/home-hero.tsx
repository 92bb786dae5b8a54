import { Trans, useLingui } from '@lingui/react/macro';
import { IconSearch } from '@tabler/icons-react';
import { Form, Link } from 'react-router';
import type { User } from '#app/creators/creators.calls.ts';
import { displayNameOf } from '#app/creators/public-user.ts';
import { CreatorAvatar } from '#app/images/creator-face.tsx';
import { Ikat } from '#app/images/ikat.tsx';
import search from '#base/ui/fields/search-box.module.css';
import { ActionButton } from '#base/ui/page/link-button.tsx';
import classes from './home-hero.module.css';

/** Names for the banners while there are no creators yet. */
const looms = ['opora', 'atlas', 'adras'];

/** The claim, the search, and the banners of the first creators. */
export function HomeHero({ creators }: { creators: readonly User[] }) {
  const { t } = useLingui();
  const cloths = looms.map((loom, place) => creators[place] ?? loom);
  return (
    <section className={classes.hero}>
      <div>
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
          <ActionButton isDefault>
            <Trans>Найти</Trans>
          </ActionButton>
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
