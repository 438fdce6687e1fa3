/** Programs that read pages in order to tell others what they say. */
const READERS =
  '(?:crawlers?|scrapers?|(?:ro)?bots?|summari[sz]ers?|(?:answer|search) engines?|(?:automated|automatic|ai) (?:readers?|systems?|tools?|agents?|summari[sz]ers?))'
/** What models are called; an agent or a model may be a person, too, and is meant where it is spoken to. */
const NAMED =
  '(?:ai|llms?|language models?|chat ?bots?|chatgpt|gpt(?:-\\d)?|claude|gemini|copilot|assistants?|agents?|models?|bots?)'
/** What such a program makes of them. */
const WORK = '(?:answers?|repl(?:y|ies)|responses?|summar(?:y|ies)|outputs?|reports?|conclusions?|overviews?)'
/** Says something, or makes others believe it. */
const TELL =
  '(?:say|state|report|write|answer|reply|respond|claim|declare|mention|credit|name|record|tell|inform|attribute|output|print|repeat)'
const POLITELY =
  '(?:please |kindly |always |only |now |then |just |simply |you (?:must|should|will|shall|need to|have to) )*'
const BIDS = '(?:must|should|shall|will|has to|have to|needs? to|are to|is to|please)'
const THIS = '(?:this|the (?:above|following)) (?:\\w+ )?(?:page|text|article|document|site|source|content|topic|\\w+)'
const CLAUSE = '(?:^|[.:;!?)\\]–—-] ?)\\W{0,3}'

/**
 * Text that sets a model its task, by what only such a task has: who is spoken to reads pages for others, what is spoken of is
 * what a model makes of them, or it is bidden to assert something. A norm for people names other people, and their own work.
 */
export const MODEL_TASKS: readonly RegExp[] = [
  // Spoken to: a program that reads for others.
  new RegExp(
    `${CLAUSE}(?:dear|hey|hello|hi|attention|warning|(?:\\w+ )?(?:notes?|notices?|instructions?|messages?|hints?|reminders?) (?:to|for)) (?:an? |the |any |all |every |each |your )?${READERS}\\b`,
    'u',
  ),
  new RegExp(
    `${CLAUSE}(?:\\w+ )?(?:notes?|notices?|instructions?|messages?|commands?) (?:to|for) (?:an? |the |any |all |every |each )?(?:\\w+ )?(?:models?|agents?|ai|llms?|assistants?) ?[:!]`,
    'u',
  ),
  /^\W*(?:\w+ )?(?:(?:ai|llms?|gpt|chatbot|model|assistant|agent|bot|crawler) (?:instructions?|messages?|notes?|notices?|directives?|commands?|tasks?|override)|(?:system|developer|operator|admin) (?:prompt|message|instructions?|override|directives?)|override) ?[:!]/u,
  /\bto (?:whoever|whatever|anyone who|any(?:thing|body) that) (?:is )?(?:generat|writ|produc|summari[sz]|compil|prepar|answer)\w*/u,
  new RegExp(
    `\\b${READERS}(?: (?:that|which))? (?:index|read|pars|process|crawl|scrap|summari[sz]|quot|cit|us)\\w* ${THIS}\\b.{0,20}\\b${BIDS}\\b`,
    'u',
  ),
  new RegExp(
    `\\b(?<!\\b(?:of|for|by|with|behind|using) )${READERS} ${BIDS} (?:always |now |only )?${TELL}\\b.{0,30}(?:\\bthat\\b|["“«:])`,
    'u',
  ),
  new RegExp(
    `\\bas an? (?:\\w+ )?(?:assistant|agent|model|bot), (?:please |you (?:must|should|will|shall|have to|need to) )${POLITELY}${TELL}\\b`,
    'u',
  ),
  new RegExp(
    `^\\W*(?:(?:all|any|dear|ai|research|language) ){0,2}${NAMED}(?:(?:,|,? and|,? or) ${NAMED}){0,5} ?[:,!] ?${POLITELY}(?:${TELL}|cite|treat|consider|discard|use|ignore)\\b`,
    'u',
  ),
  new RegExp(
    `\\b(?:any|every|each|all) (?:${NAMED}|${READERS})(?: (?:that|which|who))? (?:read|see|pars|process|index|us|summari[sz])\\w* (?:this|it)\\b`,
    'u',
  ),
  new RegExp(`\\b${NAMED} (?:trained|fed|prompted|shown|run) (?:on |with )?this `, 'u'),
  /\bfor (?:ai|llm|machine|bot|model|agent)s?(?: (?:use|readers?|eyes|agents?|models?))? only\b/,
  /\b(?:new|next) (?:user|system|assistant|developer) (?:messages?|prompts?|inputs?|turns?|instructions?)\b|\b(?:admin|system|developer|root|operator) override\b|\bend of (?:the )?(?:web ?page|tool (?:outputs?|results?)|search results?)\b/,
  // Spoken of: what it makes of this page.
  new RegExp(
    `\\bwhen(?:ever)? (?:you (?:are )?)?(?:writ|produc|generat|creat|compos|summari[sz]|report|answer)\\w*\\b.{0,30}\\b(?:about|from|on|of|for|with) ${THIS}, ${POLITELY}${TELL}\\b`,
    'u',
  ),
  new RegExp(`\\bin your (?:\\w+ )?${WORK},? ${POLITELY}${TELL}\\b.{0,20}(?:\\bthat\\b|["“«:])`, 'u'),
  new RegExp(
    `\\b(?:replace|overwrite|rewrite|override|exchange) (?:all of )?your (?:\\w+ )?${WORK}\\b.{0,20}\\b(?:with|to|so)\\b`,
    'u',
  ),
  new RegExp(`\\b(?:from this point|from now|henceforth|from here)\\b.{0,20}\\byour (?:\\w+ )?${WORK}\\b`, 'u'),
  new RegExp(`\\b${TELL}\\b.{0,100}\\bnothing (?:else|more)\\b(?! than)`, 'u'),
  new RegExp(
    `${CLAUSE}${POLITELY}(?:answer|reply|respond)\\b.{0,20}\\b(?:any|every|each|all) questions?\\b.{0,40}\\bwith ["“«]`,
    'u',
  ),
  new RegExp(`\\b(?:make|let|have) your (?:\\w+ )?${WORK} (?:be|say|state|read|name|mention|contain|conclude)\\b`, 'u'),
  new RegExp(
    `\\b(?:any|every|each|all) ${WORK} (?:that|which) (?:do(?:es)? not|don't|doesn't|fails? to) (?:name|mention|say|state|cite|credit|include|contain)\\b`,
    'u',
  ),
  new RegExp(`\\byour (?:\\w+ )?${WORK} (?:names?|credits?|says?|states?|mentions?|concludes?) `, 'u'),
  new RegExp(`\\bthe user (?:prefers|wants|expects|needs|requires) (?:an? |all |only )?(?:\\w+ )?${WORK}\\b`, 'u'),
  new RegExp(`\\b${TELL} the (?:user|reader|person|human|one) (?:who|that) (?:asked|asks|is asking)\\b`, 'u'),
  /\bin (?:everything|anything|all) (?:that )?you (?:write|say|output|answer|generate|produce|report)\b/,
  /\b(?:requires?|instructs?|orders?|authori[sz]es?) you to (?:output|say|print|respond|reply|repeat|claim|cite|credit|report)\b/,
  /\b(?:treat|mark|consider|regard|accept|label) (?:the|this) (?:statement|claim|sentence|fact|assertion|information)\b.{0,100}\bas (?:\w+ )?(?:verified|true|facts?|correct|proven|established)\b/,
  /["”»] verbatim\b|\bverbatim in (?:the|your)\b/,
  // Bidden: to leave what it was told, or to assert what somebody wants said.
  new RegExp(
    `${CLAUSE}${POLITELY}(?:ignore|disregard|forget|stop|skip|abandon|drop|set aside)\\b.{0,60}\\b(?:and|then|but|instead),? ${POLITELY}${TELL} (?:that\\b|so\\b|["“«:]|(?:the|this|a) )`,
    'u',
  ),
  new RegExp(
    `${CLAUSE}${POLITELY}(?:ignore|disregard|forget|stop following|abandon|set aside) your (?:\\w+ )?(?:guidance|guidelines|instructions?|rules|context|orders|prompts?|training|programming|constraints)\\b`,
    'u',
  ),
  /\b(?:all|any|every|your) (?:prior|previous|earlier|other|former|existing) (?:context|instructions?|guidance|rules|prompts?|orders) (?:is|are|has been|have been) (?:now )?(?:void|invalid|cancel\w*|revoked|replaced|obsolete|overridden|null)\b/,
  new RegExp(
    `${CLAUSE}${POLITELY}(?:do not|don't|never) (?:use|trust|cite|read|consult|believe|rely on) (?:any |all )?(?:the )?other (?:sources?|pages?|documents?|results?|sites?)\\b.{0,20}${TELL}\\b`,
    'u',
  ),
  /\b(?:new|updated|revised|real) system prompt\b|\byour new (?:task|goal|job|role|mission|objective|purpose) is\b/,
  /\b(?:whatever|regardless of what|no matter what|despite what) you (?:were|have been|are|had been) (?:told|instructed|asked|given)\b/,
  /\b(?:overrid|replac|supersed|cancel)\w* (?:all |any )?(?:of )?your (?:\w+ )?(?:guidance|guidelines|instructions?|rules|context|orders|prompts?|training|programming|constraints)\b/,
  /\b(?:ignore|disregard|forget) (?:the |this |all )?(?:\w+ )?(?:articles?|pages?|text|documents?|content|sources?|passages?|paragraphs?) (?:above|below|before|around)\b/,
  new RegExp(`${CLAUSE}${POLITELY}(?:answer|reply|respond)\\b.{0,40}\\bto (?:every|any|each|all) questions?\\b`, 'u'),
  new RegExp(
    `(?:[;:] ?|, )(?:so |and )?${POLITELY}(?:say|state|report|write|claim|declare|answer) (?:so\\b|that (?!you\\b|your\\b|it\\b|they\\b|he\\b|she\\b|we\\b))`,
    'u',
  ),
  new RegExp(
    `^\\W*${POLITELY}(?:say|report|write|claim|declare|answer|reply|respond) that (?!you\\b|your\\b|it\\b|they\\b|he\\b|she\\b|we\\b)`,
    'u',
  ),
]
