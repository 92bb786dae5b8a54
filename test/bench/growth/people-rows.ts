import { idIn, imageIn } from './ids.ts';
import { fixed, type Sizes } from './sizes.ts';

const given = `(array['Дилноза','Азиз','Нигора','Тимур','Камила','Рустам','Лола','Бекзод','Мадина','Санжар','Анна','Игорь',
  'Севара','Фаррух','Юлия','Жасур','Гузаль','Шахзод','Ольга','Отабек','Феруза','Денис','Малика','Улугбек','Элина'])`;
const sur = `(array['Каримова','Рахимов','Юсупова','Ким','Абдуллаев','Исмаилова','Хасанов','Петрова','Саидов','Мирзаева',
  'Турсунов','Назарова','Ли','Ахмедов','Собирова','Усманов','Иванова','Холматов','Эргашева','Шарипов','Закирова',
  'Норматов','Умарова','Валиев','Цой','Якубова','Алимов','Джураева','Пулатов','Файзиева','Маматов','Громова',
  'Кадыров','Зиямова','Бахрамов','Сафарова','Латипов'])`;
const latin = `(array['dilnoza','aziz','nigora','timur','kamila','rustam','lola','bekzod','madina','sanjar','anna','igor',
  'sevara','farrux','yulia','jasur','guzal','shahzod','olga','otabek','feruza','denis','malika','ulugbek','elina'])`;

export function peopleRows({ people, creators, sellers }: Sizes): string[] {
  const all = `generate_series(1, ${people}) n`;
  const when = `now() - ((n * 7919::bigint % ${people}) + 1) * interval '${fixed.days} days' / ${people}`;
  return [
    `insert into person (id, phone, role, phone_confirmed_at, created_at)
     select ${idIn.person('n')}, '9989' || lpad((n * 7919::bigint % 100000000)::text, 8, '0'),
       case when n = ${people} then 'admin' when n > ${people - fixed.moderators} then 'moderator' else 'user' end, ${when}, ${when} from ${all}`,
    `insert into account (id, person_id, kind, name, created_at)
     select ${idIn.account('n')}, ${idIn.person('n')}, 'creator', 'Основной счёт', ${when} from ${all}`,
    `insert into image (name, type, width, height, has_alpha, placeholder)
     select ${imageIn('A', 'n')}, 'Avatar', 512, 512, false, 'data:image/webp;base64,' || repeat('A', 200)
     from generate_series(1, ${creators}) n`,
    `insert into creator (user_id, user_name, given_name, sur_name, hide_full_name, types, avatar, about, tg_link, youtube_link,
       order_place, order_merchant, is_verified, is_blocked, has_products, created_at)
     select ${idIn.person('n')}, ${latin}[n % 25 + 1] || '_' || n, ${given}[n % 25 + 1], ${sur}[n / 25 % 37 + 1], n % 10 = 0,
       case when n <= ${creators} then array[n % 12, 13]::smallint[] else '{}'::smallint[] end,
       case when n <= ${creators} then ${imageIn('A', 'n')} end,
       case when n <= ${creators} then 'Стримы по вечерам, рисую и отвечаю на вопросы. Номер ' || n end,
       case when n <= ${creators} then 'https://t.me/bench' || n end,
       case when n <= ${creators} then 'https://youtube.com/@bench' || n end,
       case when n <= least(100, ${creators}) then n else 10000 end, case when n <= least(100, ${sellers}) then n else 10000 end,
       n <= ${creators} and n % 3 = 0, n % 500 = 77, n <= ${sellers}, ${when}
     from ${all}`,
    `insert into project (id, user_id, account_id, created_at)
     select ${idIn.project('n')}, ${idIn.person('n')}, ${idIn.account('n')}, ${when} from ${all}`,
    `insert into session (id, person_id, roles, user_agent, address_hash, created_at, last_used_at, expires_at, ended_at)
     select ${idIn.session('n')}, ${idIn.person('n')}, '{user}', 'Mozilla/5.0 (Linux; Android 16) Chrome/142.0',
       sha256(convert_to(n::text, 'UTF8')), now() - n % 20 * interval '1 day', now() - n % 20 * interval '1 day',
       now() + (20 - n % 20) * interval '1 day', case when n % 7 = 0 then now() - interval '1 hour' end
     from ${all} where n % 5 <> 0`,
    `insert into refresh_token (hash, session_id, rotated_at)
     select sha256(convert_to(n || ':' || part, 'UTF8')), ${idIn.session('n')}, case part when 1 then now() - interval '1 hour' end
     from ${all}, generate_series(1, 2) part where n % 5 <> 0`,
    `insert into profile_field (user_id, name, value, state, requested_at, decided_at, decided_by)
     select ${idIn.person('n')}, name, case name when 'UserType' then '[' || n % 12 || ',13]' when 'Avatar' then ${imageIn('A', 'n')}
         when 'About' then 'Стримы по вечерам, рисую и отвечаю на вопросы. Номер ' || n else 'https://t.me/bench' || n end,
       'Confirmed', ${when} + interval '1 hour', ${when} + interval '2 hours', ${idIn.person(String(people))}
     from generate_series(1, ${creators}) n, unnest(array['UserType', 'Avatar', 'About', 'TgLink']) name`,
    `insert into profile_field (user_id, name, value, state, requested_at, decided_at, comment)
     select ${idIn.person('n')}, case n % 100 when 7 then 'WebLink' else 'InsLink' end, 'https://example.uz/' || n,
       case n % 100 when 7 then 'Awaiting' else 'Reject' end, now() - (n % 40) * interval '1 hour',
       case n % 100 when 8 then now() - interval '1 minute' end, case n % 100 when 8 then 'Ссылка не открывается' end
     from ${all} where n % 100 in (7, 8)`,
    `insert into field_decision (user_id, name, value, published_before, state_before, requested_at, decision, decided_by, decided_at)
     select user_id, name, value, '', 'Awaiting', requested_at, 'Confirmed', decided_by, decided_at
     from profile_field where state = 'Confirmed'`,
  ];
}

/** What creators have set up beside their page. */
export function toolRows({ people, creators, audits }: Sizes): string[] {
  const all = `generate_series(1, ${creators}) n`;
  return [
    `insert into widget_settings (project_id, key_hash, key_sealed)
     select ${idIn.project('n')}, sha256(convert_to('key-of-bench-' || n, 'UTF8')), '\\x00' from ${all}`,
    `insert into access_token (person_id, name, hash, ending, scopes)
     select ${idIn.person('n')}, 'Оверлей', sha256(convert_to('token ' || n, 'UTF8')), 'abcd', '{oauth-donation-index}' from ${all}`,
    `insert into person_number (person_id) select ${idIn.person('n')} from ${all}`,
    `insert into webhook (id, person_id, project_id, url, events, secret_sealed, is_on, switched_off_at)
     select ${idIn.webhook('n')}, ${idIn.person('n')}, ${idIn.project('n')}, 'https://hooks.example.uz/' || n, '{donation.paid}', '\\x00',
       false, now() from ${all}`,
    `insert into audit (actor_id, call, subject, input, created_at)
     select ${idIn.person(`(${people} - n % ${fixed.moderators})`)},
       (array['PUT Moderator/ConfirmUser', 'PUT Moderator/RejectUser', 'PUT Product/UpdateState', 'PUT Order/UserOders'])[n % 4 + 1],
       ${idIn.person(`(1 + n * 7919::bigint % ${people})`)}::text,
       jsonb_build_object('userId', ${idIn.person(`(1 + n * 7919::bigint % ${people})`)}, 'fields', array['About', 'TgLink'],
         'comments', jsonb_build_object('About', 'Проверено, замечание номер ' || n)),
       now() - (${audits} - n) * interval '${fixed.days} days' / ${audits}
     from generate_series(1, ${audits}) n`,
  ];
}
