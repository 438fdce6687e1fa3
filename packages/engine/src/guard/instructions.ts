import { readings } from './confusables.ts'
import { holdsEncodedText } from './encoded-text.ts'
import { OTHER_LANGUAGES } from './other-languages.ts'

const MACHINE = String.raw`(?:a\.?i\.?s?|llms?|language models?|chat ?bots?|chat ?gpt|gpt(?:-\d)?|claude|gemini|copilot|(?:ai|research|answer(?:ing)?) (?:agents?|models?|systems?|assistants?))`
const MODEL = `(?:(?:ai )?assistants?|${MACHINE})`
const MUST =
  '(?:must|should|shall|need to|has to|have to|please|are to|is to|will|(?:are|is) (?:required|instructed|ordered)(?: to)?)(?: now| always| only| first| immediately| then| not)?'
const REPLY = `(?:answer|reply|respond|response|output|print|say|write|repeat|state|summari[sz]e|include|insert|append|add|cite|quote|mention|recommend|tell|inform|instruct|urge|warn|convince|send|visit|open|click|fetch|browse|navigate|download|search|look up|execute|run|call|translate|decode|ignore|disregard|forget|reveal|disclose|leak|claim|declare|conclude)`

const OPENERS = String.raw`^\W*(?:please |now |then |next |also |first |finally |instead |always |you must |you should |you need to |you have to |make sure to |be sure to |remember to |must |simply |just |kindly )*`
const YOUR_ANSWER = String.raw`your (?:\w+ )?(?:answer|reply|response|output|summary|conclusion)\b`
/** Where a command may begin within a sentence. */
const COMMAND = String.raw`(?:${OPENERS}|[:;,.!?)\]–—-]\s*|\b(?:please|must|should|shall|now|and|then|to|you) )`

/**
 * Patterns of text that addresses a model rather than a reader. Each is tested on folded text, one sentence at a time.
 * To tell readers what to do is no sign: manuals do.
 */
const ADDRESSED: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|existing|other|all|any|your|the|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|directions?|directives?|guidelines?|constraints?|commands?|everything)\b/,
  new RegExp(
    String.raw`${COMMAND}(?:override|bypass|skip|drop|discard)\b.{0,40}\b(?:previous|prior|above|earlier|preceding|foregoing|your|system|safety)\b.{0,30}\b(?:instructions?|prompts?|rules?|directives?|guidelines?)\b`,
  ),
  /\b(?:reveal|print|show|repeat|output|display|tell|give|leak|recite|quote|send|post|include|append|ignore|disregard|forget|override)\b.{0,40}\b(?:system|developer|hidden|initial|original|secret)[ -](?:prompts?|instructions?|messages?)\b/,
  /\b(?:reveal|repeat|leak|disclose|print|append|recite)\b.{0,40}\byour (?:instructions?|guidelines|programming|training|rules|api keys?|credentials|secrets?|configuration)\b/,
  /\b(?:you are|you're|act as|pretend (?:to be|you are)|behave as|roleplay as|imagine you are)\b.{0,20}\b(?:now (?:(?:an?|the|my) (?:\w+ ){0,3}(?:ai|assistant|model|bot|chatbot|agent|system|dan)|in (?:developer|debug|maintenance|admin|god|dan|unrestricted|jailbreak) mode|free|dan|acting)\b|dan\b|unrestricted|jailbroken|no longer (?:an? |bound|restricted|limited|subject|required)|in developer mode|a different (?:ai|assistant|model|bot|system))/,
  /\bfrom (?:now|here|this point) on\b.{0,20}\byou\b/,
  /\b(?:ignore|disregard|forget) (?:everything|anything|all|what)\b.{0,30}\b(?:above|before this|previously|you were told|said (?:above|before))\b/,
  /\byour (?:new |only |real |actual |true )?(?:task|goal|job|role|mission|objective|purpose) is (?:now|only)\b/,
  /\bthe (?:user|human|operator|developer)s? (?:wants?|expects?|asked|ha(?:s|ve) (?:asked|authori[sz]ed|instructed|told|allowed)) you\b/,
  /\b(?:message|notice|note|instruction|update)s? (?:is |are |comes? )?from (?:your|the) (?:developers?|creators?|operators?)\b/,
  /\b(?:other|previous|all) (?:sources?|pages?|documents?|results?) .{0,40}\b(?:must not|should not|cannot) be (?:cited|trusted|used|quoted|believed)\b/,
  /\b(?:treat|consider|regard)\b.{0,40}\b(?:other|previous) (?:pages?|sources?|documents?|results?|sites?)\b.{0,20}\bas (?:false|wrong|untrue|untrusted|unreliable)\b/,
  new RegExp(
    String.raw`(?=[a-z])(?<=(?:^|[.:;!?)\]–—-])\W*)(?:dear|hey|hello|attention|to|(?:important |urgent )?(?:notes?|notices?|instructions?|messages?|commands?|reminders?|hints?|tasks?)? ?(?:to|for)) (?:an? |the |any |all |every |each )?(?:\w+ )?${MODEL}(?: \w+)?\s*(?:$|[,:;!]|\b(?:reading|reads?|process\w*|pars\w*|that|who|which|you|must|please|should)\b)`,
  ),
  new RegExp(
    String.raw`\b(?:you, (?:the|an?|our|my)|pretend (?:to be|that you are|you are|you're) (?:an?|the)) (?:\w+ )?${MODEL}\b`,
  ),
  /\b(?:when|while|if|before|after) (?:you )?(?:summari[sz]|answer|process|pars|analy[sz])\w* (?:from |about )?this (?:page|text|article|document|site)\b/,
  /\b(?:when(?:ever)?|if) (?:(?:you are |you're )?(?:asked|questioned)|(?:an? |the |any |your )?(?:user|reader|human)s? asks?)\b.{0,80}, (?:please |always |you (?:must|should) )?(?:answer|say|reply|respond|state|recommend|mention|cite)\b/,
  new RegExp(
    String.raw`\bif you(?: are|'re) (?:an? |the |any )?(?:\w+ )?${MACHINE}\b|\bas an? (?:\w+ )?${MACHINE},? (?:you|please|your|it is your)\b`,
  ),
  new RegExp(String.raw`\b${MACHINE}[,:]? ${MUST} ${REPLY}\b`),
  new RegExp(
    String.raw`\b(?:assistants?|agents?|models?)[,:]? ${MUST} ${REPLY}\b.{0,40}(?:\b(?:the |your |all )?users?\b|\bthis (?:page|text|article|site)\b|[:“"«])`,
  ),
  new RegExp(
    String.raw`^\W*(?:ai|assistant|llm|language model|chatbot|chatgpt|gpt|claude|gemini|agent|model)\s*[,:!]\s*(?:please |you must |you should |now |always )?${REPLY}\b`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:tell|inform|instruct|convince|assure) (?:the |your )?(?:user|reader|human|person asking|questioner)s?\b`,
  ),
  /\b(?:do not|don't|never|must not|avoid) (?:mention|reveal|disclose|cite|quote)\b.{0,40}\b(?:users?|readers?|humans?|this (?:instruction|message|note|text)|other (?:sources?|pages?|documents?)|these (?:instructions|rules)|that you)\b/,
  /\b(?:new|updated|real|actual|urgent) (?:instructions?|directives?|orders?|task)\b.{0,3}[:-]/,
  /\b(?:end of (?:the )?(?:document|context|data|evidence|prompt|input|sources?)\b.{0,20}\bsystem|begin (?:new )?(?:instructions?|prompt))\b/,
  new RegExp(
    String.raw`${OPENERS}(?:answer|reply|respond|say|repeat|print|output)\b(?: \w+){0,2} (?:only|exactly|verbatim|just|nothing but) ?(?:with|as|by|that|this|these|yes|no|the (?:words?|following|sentence|phrase|text)|[:“"«「])`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:say|respond|answer|reply)(?: (?:only|just|with|that|this))*(?:\s+["“«]|\s*[「『])|${OPENERS}(?:(?:say|respond)|(?:answer|reply)(?: (?:only|just|with|that|this))+)\s*:`,
  ),
  new RegExp(`${OPENERS}(?:only|just) (?:answer|reply|respond|say) (?:with|that|this|as|[“"«])`),
  new RegExp(
    String.raw`${OPENERS}(?:(?:answer|reply|respond)\b.{0,30}\bwith the following\b|(?:say|repeat|print|output) the following(?: \w+)?\s*:)`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:include|insert|append|add|cite|mention|recommend|put|place|embed|use|write|quote)\b(?=.{0,80}(?:\bth(?:is|ese)\b|\bthe (?:following|words?|sentence|phrase|link|text|name|url|address)\b|\blinks?\b|[“"«:【[])).{0,60}\b(?:in|into|to|with|of) ${YOUR_ANSWER}`,
  ),
  new RegExp(String.raw`${OPENERS}(?:begin|start|end|finish|open|close|conclude) ${YOUR_ANSWER}.{0,10}\b(?:with|by)\b`),
  new RegExp(
    String.raw`${OPENERS}(?:mark|label|treat)\b.{0,60}\b(?:of|in) ${YOUR_ANSWER}|${OPENERS}attribute ${YOUR_ANSWER}`,
  ),
  new RegExp(
    String.raw`\b${YOUR_ANSWER} (?:(?:must|should|shall|has to|needs to) (?:contain|include|mention|say|state|name|recommend|begin with|end with) (?:the (?:words?|name|sentence|phrase|link|following)\b|this\b|that\b|[“"«])|(?:says?|states|mentions|names)\b)`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:append|send|post|submit|forward|email|e-mail|upload|leak)\b.{0,60}\b(?:the|this|our) (?:user(?:'s)? )?(?:questions?|conversation|prompt)\b`,
  ),
  new RegExp(
    String.raw`${OPENERS}(?:search|look up|google|query)\b.{0,12}\bthe (?:web|internet)\b.{0,80}\b(?:secret|tokens?|passwords?|the user|the question|before you answer)\b`,
  ),
  /\b(?:decode|decrypt|unscramble)\b.{0,60}\b(?:and|then) (?:obey|follow|execute|run|do|say|comply|perform)\b|\btranslate\b.{0,60}\b(?:and|then) (?:obey|comply|follow it|do (?:it|what))\b/,
  new RegExp(
    String.raw`${OPENERS}(?:(?:decode|decrypt|obey)\b.{0,20}\b(?:this|these|it|the (?:following|above|next)|following)\b|(?:execute|run) the following\s*:)`,
  ),
  /\b(?:any|every|each|whoever|anyone|(?:tool|system|service)s?)\b.{0,30}\b(?:summari[sz]|answer|quot|cit|process|read)\w* (?:\w+ )?(?:from |about )?this (?:page|text|article|document|site)\b.{0,40}\b(?:must|should|shall|has to|have to|needs? to|is asked|are asked)\b/,
  /\bthe (?:only (?:correct|right|accepted|approved|official|true)|approved|accepted|official) (?:answer|response|reply) (?:to|for|is)\b/,
  /\]\((?<=!\[[^\]]*\]\()\s*(?:https?:|\/\/|data:)/,
  /(?<!\S)(?:(?!https?:|\/\/)\S)*(?:https?:|\/\/)\S*?[?&][\w-]+=(?:\{|\[|<|%7b|\$|\.\.\.|(?:your|the|user|query|question|prompt|secret|data|context|answer|conversation)\b)/,
  /\b(?:visit|open|fetch|load|call|request|go to|navigate to|browse to|append|include)\b.{0,60}(?:https?:|www\.).{0,100}\b(?:before you answer|(?:your|the) (?:answer|reply|response)\b)/,
  /<\| ?[\w/][^|>\n]{0,60}\|>|<<\/?sys>>|\[\/?inst\]|< ?(?:\/ ?)?(?:system|assistant|developer|instructions?|prompt|cite)\b/,
  /^\W*(?:system|assistant|human|user)\s*(?:\]|[:>|]\s+["'“]?\p{L}+[\s:,]+["'“]?\p{L})/u,
  ...OTHER_LANGUAGES,
]

/** Fewer letters command nothing, where no mark of a conversation stands beside them. */
const MAY_COMMAND = /[\p{L}\p{So}][^\p{L}\p{So}]*[\p{L}\p{So}][^\p{L}\p{So}]*[\p{L}\p{So}]|[<[]/u

/** Whether a sentence addresses a model or is encoded text. Such a sentence is neither used as evidence nor quoted. */
export function isInstruction(sentence: string): boolean {
  if (holdsEncodedText(sentence)) return true
  if (!MAY_COMMAND.test(sentence)) return false
  return readings(sentence).some((reading) => ADDRESSED.some((pattern) => pattern.test(reading)))
}
