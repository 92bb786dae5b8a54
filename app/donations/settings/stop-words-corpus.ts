/** Splits words at bars and line ends. */
const listed = (text: string): readonly string[] => text.split(/[|\n]/);

/** The initial list of stop words; `word*` also matches everything that starts so. */
export const stockWords = listed(
  'блядь|блять|бля|бляд*|хуй|хуе*|хуё*|хуя*|хуйн*|нахуй|похуй|охуе*|пизд*|распизд*|ебат*|ебан*|ебал*|ебуч*|ёбан*|заеб*|выеб*|уеб*|долбоеб*|долбоёб*|пидор*|пидар*|мудак*|мудил*|гандон*|шлюх*|сука|суки|сучка|сучки|сучкой|чурк*|jalab|qotoq*|fuck*|motherfuck*|shit|bullshit|bitch*|cunt*|whore*|asshole*|nigger*|faggot*',
);

/** Disguised stop words that people still read: look-alikes, digits, signs and spaces, repeated letters, two alphabets. */
export const meantBadly =
  listed(`хуй|ХУЙ|Хуй|xуй|xyй|XYЙ|huy|hui|хуи|xyu|х.у.й|х-у-й|х_у_й|х у й|Х  У  Й|х*у*й|хууууй|ххуй|х\u200bу\u200bй|ху\u00adй|ху\u0301й|ｈｕｙ|хуй!|!хуй|хуй123|1хуй|×уй
хуeта|хуёвый|хуевый|xуевo|хуета|x y e т a|хуя|хуяк|хуярить|xyяк|хуйня|xyйня|хуйнёй|нахуй|наxуй|нaхyй|н а х у й|HAXYЙ|похуй|пoxyй|п.о.х.у.й|охуел|oxуeл|охуеть|оxуенно
блядь|бля́дь|6лядь|БЛЯТЬ|бляди|б л я т ь|b l я t ь|бля|БЛЯ|б.л.я|бляяяя|блядина|бляdина|блядский|6ля|б-л-я-д-ь|bля|bлядь|блядство|Б Л Я Д Ь
пизда|пи3да|пиzда|пи3дец|п1зда|п!зда|pizda|PIZDEC|пиииизда|п-и-з-д-а|п.и.з.д.е.ц|пиздец|пuздец|пизdец|пиздюк|пиздюли|п и з д е ц|пи3дёж|пiздець|πизда|распиздяй|рacпиздяй
ебать|eбать|ебaть|ебанутый|ебанyтый|ёбаный|3аебал|заeбись|zaебал|ебa\u200dть|ебучий|eбучий|ебал|е6ал|еб@ть|eбaл|ё б а н ы й|ёбанный|ебаный|е.б.а.т.ь|ЗАЕБАЛ|заебали|выебон|выeбываться
уебок|уeбок|уебан|уебище|долбоеб|долбоёб|дoлбoёб|долбо3б|ДОЛБОЁБЫ|д о л б о ё б
сука|cука|cyka|CYKA|с.у.к.а|сукаа|$ука|сук@|s u k a|suka|SUKA|суkа|cykа|сука!!!|ссссука|суки|cуки|сучка|cyчкa|сучки|с у ч к а|с-у-к-и
мудак|мудаки|mudak|мyдaк|мудaк|МУДАК|м.у.д.а.к|м у д а к|мудила|мyдила|муудаак|mudaki|пидор|пидоры|pidor|пид0р|пи.до.р|п1д0р|пидарас|пидap|п и д о р|ПИДОР|пидoрский|p i d o r|pidar
гандон|гaндoн|г@ндон|гандоны|г а н д о н|gandon|ганд0н|шлюха|шлюxа|шлюхи|ш л ю х а|шлю×а|ШЛЮХА|чурка|чyрка|чурки|ч у р к а|4урка|jalab|JALAB|j@l@b|j a l a b|jalab!|qotoq|q0t0q|Qotoqqa
fuck|FUCKING|fuсk|f.u.c.k|f u c k|fuuuck|fucker|FUCKED|f-u-c-k|motherfucker|m0therfucker|MOTHERFUCKER|ｆｕｃｋ|fück|shit|sh1t|s.h.i.t|s h i t|SHIT|shiiit|$hit|ｓｈｉｔ|śhit|bullshit|bu11shit
bitch|b1tch|bitches|ВITCH|b!tch|b i t c h|biiitch|bi.tch|bïtch|cunt|c u n t|сunt|CUNT|c.u.n.t|whore|wh0re|whores|w h o r e
asshole|a$$hole|assh0le|@sshole|ASSHOLES|a s s h o l e|nigger|n1gger|niggers|n i g g e r|nigg3r|faggot|f@ggot|fagg0t|faggots|F A G G O T`);

/** Harmless words that contain or resemble them, and typical messages in Russian, Uzbek and English. */
export const meantWell =
  listed(`скука|наука|рука|сукно|суккулент|барсука|засуха|хутор|хурма|страхуй|подстрахуйте|застрахуй меня|ухудшение|хуже|художник|корабля|употреблять|оскорблять|потребление|колеблется|команда|хлебать|себе
тебе|мебель|гребаного|веб|вебинар|небо|мандарин|бандит|психуй|мудрый|мудрость|пиджак|пицца|пи|пир|сучок|сучья ветка|сучковатый|рубля|рубль|два рубля|сабля|земля|оглобля|бляха|бляшка
ребята|ребятам|лебедь|лебёдка|учебный|хлеб|требовать|требования|мебельный|потребитель|дебаты|дебат|забегай|забег|в Оренбурге|выбегать|убедить|убеждён|убежище|небанальный|гандбол
гондола|шлюз|шлюпка|шлем|чурчхела|чур меня|окурки|снегурка|ящурка|подушка|похудел|похудеть|охотник|осуждение|нахлебник|находка|подарок|дуб|долото|долблю клавиши|долбить|распил|пизанская башня|Пиза|квадрат
fun|futbol|function|funk|pitch|shift|shirt|ship it|sheet|snitch|kitchen|stitch|county|country|count on me|discount|assassin|class|pass the ball|assemble|grass|night|Niger|Nigeria|bigger|trigger
forget|maggie|Scunthorpe|whole|where|shore|who are you|factory|luck|duck|truck|stuck|sock|Juldiz|Xurshid|Huawei|jala|jalabiya|ветчина|Привет!|Спасибо за стрим 100500|12345|😀😀😀|5 000 сум
ya xursandman|Rahmat, zo'r efir!|Зўр эфир, раҳмат|с уважением к авторам|а у нас суп|у кота|Sog‘ bo‘ling|Omad!|с у в|а б в г д|у меня и у тебя|я и ты|и я, и ты|1 2 3 4 5|A B C|г. Ташкент, ул. Навои, 5|т. е.|и т. д.
Go go go|GG WP|ну всё, пока|ахахаха|ууууу|ура!!!|вау...|o_O|^_^|:)|https://opora.example/dilnoza|@dilnoza|С днём рождения!|сыграй ещё раз|хочу песню про лето|Худоёр|Хуршида|Худайберген|Мухаммад|Бухара|Хива|Сурхандарья
Сукачёв|Сукачев поёт|Хуан|Хулио|Хуэй|Ху Цзиньтао|Мудров|Подгорный|Блюхер|страховка|махорка|слухи|духи|лопухи|петух|пастух|пихта|эпизод|визит|мудрец|мундир|ссора|соседский двор`);
