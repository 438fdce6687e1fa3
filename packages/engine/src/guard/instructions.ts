import { withoutInvisible } from './visible.ts'

const MODEL = String.raw`(?:a\.?i\.?s?|assistants?|llms?|language models?|chat ?bots?|chat ?gpt|gpt(?:-\d)?|claude|gemini|copilot|(?:ai|research|answer(?:ing)?) (?:agents?|models?|systems?))`
const REPLY = `(?:answer|reply|respond|response|output|print|say|write|repeat|state|summari[sz]e|include|insert|append|add|cite|quote|mention|recommend|tell|inform|instruct|urge|warn|convince|send|visit|open|click|fetch|browse|navigate|download|search|look up|execute|run|call|translate|decode|ignore|disregard|forget|reveal|disclose|leak|claim|declare|conclude)`

/**
 * Patterns of text that addresses a model rather than a reader. Each is tested on folded text, one sentence at a time.
 */
const ADDRESSED: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass|skip|drop|discard)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|existing|other|all|any|your|the|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|constraints?|messages?|context|commands?|filters?|everything)\b/,
  /\b(?:system|developer|hidden|initial|original|secret)[ -](?:prompt|message|instructions?)\b/,
  /\byour (?:instructions?|system prompt|guidelines|programming|training|rules|api keys?|credentials|password|secrets?|configuration)\b/,
  /\b(?:you are|you're|act as|pretend (?:to be|you are)|behave as|roleplay as|imagine you are)\b.{0,20}\b(?:now\b|dan\b|unrestricted|jailbroken|no longer|in developer mode|a different|root|admin)/,
  /\bfrom (?:now|here|this point) on\b.{0,20}\byou\b/,
  new RegExp(
    String.raw`\b(?:dear|hey|hello|attention|note (?:to|for)|notice (?:to|for)|important (?:to|for)|instructions? (?:to|for)|messages? (?:to|for)|commands? (?:to|for)|to (?:all|any|the|every)|if you are|you are|as) (?:an? |the |any |all |every )?${MODEL}\b[^.]{0,20}(?:$|[,:;!.]|reading|read(?:s|ing)?|process|pars|that|who|which|you|must|please)`,
  ),
  new RegExp(
    String.raw`\b(?:assistants?|llms?|language models?|chat ?bots?|chat ?gpt|gpt|claude|gemini|agents?|models?)[,:]? (?:must|should|shall|need to|has to|have to|please|are to|is to|will|are (?:required|instructed|ordered)|is (?:required|instructed|ordered)) (?:now |always |only |first |immediately |then |not )?${REPLY}\b`,
  ),
  new RegExp(
    String.raw`^\W*(?:ai|assistant|llm|language model|chatbot|chatgpt|gpt|claude|gemini|agent|model)\s*[,:!]\s*(?:please |you must |you should |now |always )?${REPLY}\b`,
  ),
  /\b(?:tell|inform|instruct|convince|advise|urge|ask|remind|assure|warn) (?:the |your |every |all )?(?:users?|readers?|humans?|customers?|callers?|person asking|questioner)\b/,
  /\b(?:do not|don't|never|must not|avoid) (?:mention|tell|reveal|disclose|cite|quote|say|show|trust|use)\b.{0,40}\b(?:users?|readers?|humans?|this (?:instruction|message|note|text)|other (?:sources?|pages?|documents?)|these (?:instructions|rules)|that you)\b/,
  /\b(?:new|updated|real|actual|important|further|additional|urgent|mandatory|special) (?:instructions?|directives?|orders?|task)\b.{0,3}[:-]/,
  /\b(?:prompt injection|jailbreak|end of (?:the )?(?:document|context|data|evidence|prompt|input|sources?)|begin (?:new )?(?:instructions?|task|prompt)|instructions? follow)\b/,
  /^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |you need to |you have to |make sure to |be sure to |remember to |must |kindly )*(?:answer|reply|respond|output|print|say|repeat|respond)\b.{0,30}\b(?:only|exactly|just|verbatim|with|the following|nothing|that)\b/,
  /^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |you need to |you have to |make sure to |be sure to |remember to |must |kindly )*(?:write|include|insert|append|add|cite|mention|recommend|put|place|embed|end|begin|start|finish|use|mark|label|treat|conclude|claim|state|declare|attribute)\b.{0,60}\b(?:your|the|each|every|any) (?:answer|reply|response|output|summary|report|citations?|final|conclusion|sentence|handles?)\b/,
  /^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |you need to |you have to |make sure to |be sure to |must |kindly )*(?:visit|open|click|fetch|browse|navigate|go to|download|load|request|call|send|post|submit|forward|email|e-mail|upload|ping|curl|get)\b.{0,80}(?:https?:|www\.|\burl\b|\blink\b|@|\b(?:question|query|conversation|prompt|data|answer|keys?|password|context)\b)/,
  /^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |make sure to |must |kindly )*(?:search|look up|google|query)\b.{0,12}\b(?:for|the (?:web|internet))\b/,
  /^\W*(?:please |now |then |also |first |you must |you should )*(?:decode|decrypt|execute|eval|run|translate|follow|obey|perform|carry out|comply with)\b.{0,40}\b(?:this|these|the (?:following|above|next|text|command|instruction|code|string|base64)|following|base64|rot13|hex)\b/,
  /!\[[^\]]*\]\(\s*(?:https?:|\/\/|data:)/,
  /(?:https?:|\/\/)\S*[?&][\w-]+=(?:\{|\[|<|%7b|\$|\.\.\.|(?:your|the|user|query|question|prompt|secret|data|context|answer|conversation)\b)/,
  /<\|[^|>\n]{0,60}\|>|<<\/?sys>>|\[\/?inst\]|<\s*\/?\s*(?:system|assistant|developer|instructions?|prompt|cite)\b/,
  /^\W*(?:#+\s*)?(?:system|assistant|human|user)\s*(?::|>|\]|\|)/,
]

/** Long runs of letters and digits that nobody reads, so anything encoded in them is not meant for readers. */
const BLOB =
  /(?=[A-Za-z0-9+/_-]*[A-Z])(?=[A-Za-z0-9+/_-]*[a-z])(?=[A-Za-z0-9+/_-]*[0-9])[A-Za-z0-9+/_-]{48,}={0,2}|(?:[0-9a-fA-F]{2}[ :]?){40,}|(?:\\u[0-9a-f]{4}|&#x?[0-9a-f]{2,5};|%[0-9a-f]{2}){8,}|(?:[01]{8}\s+){6,}/
const SUSPICIOUS_NEIGHBOUR =
  /\b(?:you|your|assistant|user)\b|https?:\/\/|www\.|@|^\W*(?:then|next|also|finally|do|don't|never|always|please|make|say|tell|write|add|use)\b/i

function fold(text: string): string {
  // Joiners are kept elsewhere; here they only serve to hide a word.
  return withoutInvisible(text)
    .replace(/[\u200C\u200D]/g, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[‘’]/g, "'")
}

/** Whether a sentence addresses a model or is encoded text. Such a sentence is neither used as evidence nor quoted. */
export function isInstruction(sentence: string): boolean {
  if (BLOB.test(sentence)) return true
  const folded = fold(sentence)
  return ADDRESSED.some((pattern) => pattern.test(folded))
}

/**
 * Splits the sentences of a document into those to use and those to keep away. If one of them is an instruction, the
 * others are judged more strictly.
 */
export function quarantine<Sentence extends { quote: string }>(
  sentences: readonly Sentence[],
): { clean: Sentence[]; kept: Sentence[] } {
  const flagged = new Set(sentences.filter(({ quote }) => isInstruction(quote)))
  if (flagged.size === 0) return { clean: [...sentences], kept: [] }
  const suspicious = (each: Sentence) => flagged.has(each) || SUSPICIOUS_NEIGHBOUR.test(each.quote)
  return { clean: sentences.filter((each) => !suspicious(each)), kept: sentences.filter(suspicious) }
}
