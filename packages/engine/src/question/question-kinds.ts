import type { Language } from '#language/language.ts'

/** What kind of answer a question asks for. */
export type QuestionKind =
  | 'person'
  | 'date'
  | 'number'
  | 'place'
  | 'definition'
  | 'why'
  | 'how'
  | 'yes-no'
  | 'comparison'
  | 'list'
  | 'topic'

const ENGLISH: readonly (readonly [QuestionKind, RegExp])[] = [
  [
    'comparison',
    /^\s*how (?:did|do|does|has|have) .{1,120}\b(?:chang|evolv|shift)\p{L}*\b.{0,60}\b(?:from|between)\b.{1,80}\b(?:to|and)\b|\b(compare|compared|versus|vs\.?|differences? between|differs?|in contrast (?:to|with)|contrast|(?<!^\s*(?:who|whom|whose|which|what)\b.*)both .{1,80} and )\b|\b(older|younger|larger|longer|earlier|more|first|better),? .{1,80} or .{1,80}\?/iu,
  ],
  ['why', /^\s*what (?:is|are|was|were) the (?:\p{L}+ )?(?:reasons?|causes?|motives?|rationale)\b/iu],
  ['definition', /^\s*(what (is|are|was|were) (an? |the )?[\p{L}\p{N}' -]{1,60}\??$|define |definition of )/iu],
  [
    'list',
    /^\s*(list|name|enumerate|which of)\b|\bwhat (are|were) (the|some)\b|^\s*(which|what) (?!(is|was|are|were|do|does|did|has|have|had|can|could|will|would|should)\b)(\p{L}+ )?\p{L}{3,}(?<!s)s\b/iu,
  ],
  ['why', /^\s*why\b|\b(for what reason|reasons? (for|why)|cause[sd]? of|justif(y|ied|ication)|rationale)\b/i],
  [
    'number',
    /\bhow (many|much|long|old|far|tall|large|big|often|high)\b|\bwhat (number|percentage|share|age|population)\b/i,
  ],
  ['how', /^\s*how\b|\bin what way\b/i],
  ['date', /^\s*(when|since when)\b|\b(what|which) (year|date|day|month|century|decade)\b/i],
  ['place', /^\s*where\b|\b(what|which) (city|country|state|place|location|town|river|region|county|continent)\b/i],
  [
    'person',
    /^\s*who(m|se)?\b|\b(what|which) (person|man|woman|author|president|actor|actress|singer|director|player|individual|king|queen)\b/i,
  ],

  ['yes-no', /^\s*(is|are|was|were|do|does|did|has|have|had|can|could|will|would|should)\b/i],
]

// A question says early what it wants; the bound keeps the patterns fast on the longest one.
export const KIND_WINDOW = 600

type Rules = Partial<Record<QuestionKind, string>>

/** In other languages, the words that ask; a question is tried in this order of kinds. */
const ORDER: readonly QuestionKind[] = [
  'comparison',
  'definition',
  'why',
  'number',
  'date',
  'place',
  'person',
  'list',
  'how',
]

const OTHERS: Partial<Record<Language | 'zh', Rules>> = {
  de: {
    comparison: 'vergleiche|im vergleich zu|unterschiede? zwischen',
    definition: '^was (?:ist|sind|war|waren|bedeutet|versteht man unter)',
    why: 'warum|weshalb|wieso|aus welchem grund|aus welchen gründen',
    number: 'wie ?viele?|wie (?:lang|lange|hoch|groß|alt|weit|oft|teuer)',
    date: 'wann|in welchem (?:jahr|monat|jahrhundert|jahrzehnt)|an welchem tag',
    place: 'wo|wohin|woher|in welche[mrn]? (?:stadt|land|ort|region)',
    person: 'wer|wen|wem|wessen',
    list: '^(?:nenne|nennen sie|liste)|welche .{1,40} gibt es',
    how: '^wie',
  },
  es: {
    comparison: 'compara|diferencias? entre',
    definition: '^qué (?:es|son|era|fue|significa)',
    why: 'por qué|por cuál razón',
    number: 'cuánt[oa]s?',
    date: 'cuándo|en qué (?:año|mes|siglo|día|fecha)',
    place: 'dónde|adónde|en qué (?:ciudad|país|lugar)',
    person: 'quién|quiénes',
    list: '^(?:enumera|nombra|lista)|cuáles son',
    how: 'cómo',
  },
  fr: {
    comparison: 'compare[rz]?|différences? entre',
    definition: "^qu['’]est-ce que?|^que signifie|^que veut dire",
    why: 'pourquoi|pour quelles? raisons?',
    number: 'combien',
    date: 'quand|en quelle année|à quelle date|en quel (?:mois|siècle)',
    place: 'où|dans quelle? (?:ville|pays|région)',
    person: 'qui',
    list: '^(?:énumère|liste|nomme)|quel(?:le)?s sont',
    how: 'comment',
  },
  it: {
    comparison: 'confronta|differenz[ae] (?:tra|fra)',
    definition: "^(?:che )?cos['’]è|^che cosa (?:è|sono)|^cosa significa",
    why: 'perché|per quale motivo',
    number: 'quant[oaie]',
    date: 'quando|in (?:che|quale) (?:anno|mese|secolo)',
    place: "dove|dov['’]è|in (?:che|quale) (?:città|paese|luogo)",
    person: 'chi',
    list: '^(?:elenca|nomina)|quali sono',
    how: 'come',
  },
  nl: {
    comparison: 'vergelijk|verschil(?:len)? tussen',
    definition: '^wat (?:is|zijn|was|waren|betekent)',
    why: 'waarom|om welke reden',
    number: 'hoeveel|hoe (?:lang|hoog|groot|oud|ver|vaak)',
    date: 'wanneer|in welk (?:jaar|eeuw)|op welke dag',
    place: 'waar|waarheen|in welke (?:stad|plaats)|in welk land',
    person: 'wie|wiens',
    list: '^(?:noem|geef)|welke .{1,40} zijn er',
    how: '^hoe',
  },
  pt: {
    comparison: 'compare|diferenças? entre',
    definition: '^o que (?:é|são|era|foi|significa)',
    why: 'por que|por quê|porque razão',
    number: 'quant[oa]s?',
    date: 'quando|em que (?:ano|mês|século|dia)',
    place: 'onde|aonde|em que (?:cidade|país|lugar)',
    person: 'quem',
    list: '^(?:enumere|liste|cite)|quais são',
    how: 'como',
  },
  ru: {
    comparison: 'сравни|сравните|разница между|различия между',
    definition: '^что (?:такое|значит|означает|представляет собой)',
    why: 'почему|зачем|отчего|по какой причине',
    number: 'сколько|как (?:долго|далеко|часто)',
    date: 'когда|в каком (?:году|месяце|веке)|какого числа',
    place: 'где|куда|откуда|в какой (?:стране|области)|в каком (?:городе|месте)',
    person: 'кто|кого|кому|кем|чей|чья|чьё',
    list: '^(?:перечисли|перечислите|назови|назовите)',
    how: '^как',
  },
  zh: {
    comparison: '比较|比較|区别|區別|有什么不同|有什麼不同',
    definition: '^什么是|^什麼是|是什么[？?]?$|是什麼[？?]?$|何谓|何謂',
    why: '为什么|為什麼|为何|為何',
    number: '多少|几[个個次人]|幾[個次人]|多[长長高大远遠久]',
    date: '什么时候|什麼時候|何时|何時|哪一?年|几月|幾月|いつ',
    place: '哪里|哪裡|哪儿|在哪|何处|何處|什么地方|什麼地方|どこ',
    person: '谁|誰|哪位',
    list: '哪些|列出',
    how: '怎么|怎麼|如何|怎样|怎樣',
  },
}

const HAN = /[\p{Script=Han}\p{Script=Hiragana}]/u
const made = new Map<string, readonly (readonly [QuestionKind, RegExp])[]>()

/** Words of languages that part them are asked for as words; `^` stands for the opening, whatever marks it. */
function rulesOf(language: Language | 'zh'): readonly (readonly [QuestionKind, RegExp])[] {
  const known = made.get(language)
  if (known !== undefined) return known
  const rules = OTHERS[language] ?? {}
  const bounded = (pattern: string) =>
    language === 'zh'
      ? pattern
      : `(?<![\\p{L}\\p{M}])(?:${pattern.replaceAll('^', '(?<=^[\\s¿¡„«]*)')})(?![\\p{L}\\p{M}])`
  const found = ORDER.flatMap((kind) => {
    const pattern = rules[kind]
    return pattern === undefined ? [] : [[kind, new RegExp(bounded(pattern), 'iu')] as const]
  })
  made.set(language, found)
  return found
}

/**
 * Which kind of answer a question asks for: by rules for English, by the words that ask in other languages; `topic`
 * where none fits.
 */
export function kindOf(text: string, language: Language = 'en'): QuestionKind {
  const opening = text.slice(0, KIND_WINDOW).trim()
  const rules = language !== 'en' ? rulesOf(language) : HAN.test(opening) ? rulesOf('zh') : ENGLISH
  for (const [kind, pattern] of rules) if (pattern.test(opening)) return kind
  return 'topic'
}
