import type {
  ReasoningLevel,
  ResearchResult,
  SourceType,
  ToolCallRecord,
  ToolCallStartedData,
} from '@deep-research/sdk/contract'

/** What the engine is asked. Checked before: the engine trusts it. */
export interface ResearchTask {
  /** The question, 1 to 10,000 code points. */
  query: string
  /** Sets the ceiling of iterations and the length of the answer. */
  level: ReasoningLevel
}

/** What surrounds one run. */
export interface ResearchContext {
  /** Aborted: the run ends by rejecting with the signal's reason, soon after; what it began elsewhere goes on with a HandedOverError. */
  signal: AbortSignal
}

/**
 * What the engine tells while it works, in order. Answer fragments joined are `result.answer`; every started tool
 * call gets exactly one completed; `completed` is the last event, once. A run that fails throws instead.
 */
export type EngineEvent =
  | {
      type: 'thinking'
      /** A piece of what the engine thinks. */
      content: string
    }
  | {
      type: 'tool_call.started'
      /** The call, as the wire has it. */
      call: ToolCallStartedData
    }
  | {
      type: 'tool_call.completed'
      /** The call with its result, as the wire has it. */
      call: ToolCallRecord
    }
  | {
      type: 'answer'
      /** A piece of the answer, with its tags. */
      content: string
    }
  | {
      type: 'completed'
      /** The whole result, as the wire has it. */
      result: ResearchResult
    }

/** Question in, events and a cited answer out. Knows nothing of HTTP, accounts or verbosity: it tells everything. */
export interface ResearchEngine {
  /**
   * Runs one task. Lazy: nothing happens before the first `next()`, and leaving the loop ends the run.
   * @throws the signal's reason when aborted; any other error means that the research failed.
   */
  research(task: ResearchTask, context: ResearchContext): AsyncIterable<EngineEvent>
  /**
   * Looks whether what research needs outside of this process is there, where that is cheap to tell. An engine that
   * needs nothing has none.
   * @throws BackendLostError when it is not, and nothing can stand in for it
   */
  ready?(signal: AbortSignal): Promise<void>
  /**
   * Names what the engine tells at the moment: with the same fingerprint, and the same replies of models and the web, an
   * engine tells the same of the same task, so that it can go on with a run that another one began. Undefined, or no
   * such method, means that nothing is promised.
   */
  fingerprint?(): string | undefined
}

/** What the research needs is not there. It is not the question's fault: it may be sent again. */
export class BackendLostError extends Error {
  override readonly name = 'BackendLostError'
}

/** What a stretch of a text is. `furniture` is what nobody reads for its own sake: tables of contents, page numbers, navigation. */
export type BlockKind = 'heading' | 'paragraph' | 'item' | 'row' | 'code' | 'quote' | 'turn' | 'caption' | 'furniture'

/** A stretch of a document's text. The blocks of a text are in order, do not overlap, and hold all but white space. */
export interface Block {
  /** UTF-16 code units of the text, the end exclusive. */
  start: number
  end: number
  kind: BlockKind
  /** Titles of the headings above, the outermost first; then the terms of the definitions and list items that it belongs to. */
  path: readonly string[]
  /** Of a heading: 1 to 6, 1 is the outermost. A term that is being defined is a heading of a level above 6. */
  level?: number
  /** Of an item: 1 in an outermost list. */
  depth?: number
  /** Of an item of an ordered list, as it is counted there. Of a row of a table: 0 for the header, 1 for the first of the others. */
  number?: number
  /** Of code: its programming language. */
  language?: string
  /** Of a turn: who speaks. */
  speaker?: string
  /** Of what is printed: the number of its page in the file, from 1 on. */
  page?: number
}

/** A text that is read by parts, so that a long one need not be in memory. A string is one. */
export interface ReadableText {
  /** UTF-16 code units. */
  readonly length: number
  /** The part between two places, neither of which is negative, as a string's own `slice` gives it. */
  slice(start?: number, end?: number): string
}

/** Blocks that are read by parts. An array is one. */
export interface BlockList {
  readonly length: number
  /** The block of an index, from 0 on; undefined beyond the end. */
  at(index: number): Block | undefined
  /** Two indexes between which the first block is that ends behind a place. Default: it may be anywhere. */
  around?(place: number): [low: number, high: number]
}

/** A readable source. Offsets anywhere in the engine count UTF-16 code units of `text`, the end exclusive. */
export interface SourceDocument {
  /** The same in every search of a run. */
  id: string
  /** What citations call it: an address, or `urn:corpus:` and a path. */
  url: string
  /** What citations call the document. */
  title: string
  /** Other names that a question may call it. */
  aliases?: readonly string[]
  /** The extracted text: the only one that source offsets refer to. */
  text: ReadableText
  /** Where its file is in the corpus, with forward slashes. */
  path?: string
  /** What the text consists of. Without them, it is one paragraph. */
  blocks?: BlockList
  /** The kind of publication. */
  sourceType: SourceType | (string & {})
  /** Whoever wrote it, in order. */
  authors?: readonly string[]
  /** The year of publication. */
  year?: number
  /** The date of publication: ISO 8601, as far as it is known. */
  date?: string
  /** Who published it. */
  publisher?: string
  /** The DOI of a publication, without the address of its resolver. */
  doi?: string
  /** The text is a search service's excerpt of a page that could not be read. Nothing cited from it is verified. */
  excerpt?: true
}

/** A source that is in memory as a whole. */
export interface WholeDocument extends SourceDocument {
  text: string
  blocks?: readonly Block[]
}

/** A part of a document that a search found. */
export interface PassageHit {
  /** The document that holds the passage. */
  documentId: string
  /** Where the passage begins in the text, in UTF-16 code units. */
  start: number
  /** Where it ends, exclusive. */
  end: number
  /** Higher is better; comparable within one search only. */
  score: number
  /** One over its place among the passages whose vectors are nearest to the query's; none where it is not among them. */
  near?: number
}

/** How a search may be narrowed. */
export interface SearchFilter {
  /** Only these documents. */
  within?: readonly string[]
  /** Not these documents. */
  without?: readonly string[]
  /**
   * How rare terms are, where the hits are ranked together with those of another collection. Default: as in this one. A
   * library that ignores it is ranked by its own scores.
   */
  statistics?: TermStatistics
}

/** How rare terms are in a collection. */
export interface TermStatistics {
  /** How many passages there are in all. */
  readonly passageCount: number
  /** In how many passages a term stands. */
  documentFrequency(term: string): number
}

/** What the engine searches: a collection of documents that knows how rare its terms are. */
export interface Library extends TermStatistics {
  /** How many documents there are. */
  readonly documentCount: number
  /** How many files could not be read, and are not among them. Default: none. */
  readonly unreadFiles?: number
  /** Passages that hold any of the terms, best first. */
  search(terms: readonly string[], limit: number, filter?: SearchFilter): PassageHit[]
  /** Passages whose vectors are nearest to one, best first. Without it, or without vectors, there are none. */
  nearest?(vector: Float32Array, limit: number, filter?: SearchFilter): PassageHit[]
  /** @throws when there is no such document. */
  document(id: string): SourceDocument
  /** Every document's title. */
  titles(): Iterable<{ documentId: string; name: string }>
  /**
   * What a text names of the titles, capitalised there, and the documents of that name; the longest title wins at each
   * place. Default: looked for among all titles.
   */
  named?(text: string): Map<string, string[]>
  /** Where every document comes from, as far as is known. */
  origins(): Iterable<Origin>
}

/** Gives texts vectors, which point in similar directions where the texts mean something similar. */
export interface Embedder {
  /** Names the model and how it is used; vectors that another name made cannot be compared. */
  readonly name: string
  /**
   * One vector of length 1 for each text, in order.
   * @throws the signal's reason when aborted, or an error that says in one line what is wrong
   */
  embed(texts: readonly string[], use: 'question' | 'passage', signal: AbortSignal): Promise<Float32Array[]>
}

/** Tells how well texts answer a question. */
export interface Reranker {
  /**
   * A score for each text, in order; higher is better, and comparable within one call only.
   * @throws the signal's reason when aborted, or an error that says in one line what is wrong
   */
  score(question: string, texts: readonly string[], signal: AbortSignal): Promise<number[]>
}

/** Models of meaning that take part in a run. */
export interface Semantics {
  /** Passages are also found by what they mean, as far as the library has vectors. Default: by their words alone. */
  embedder?: Embedder | undefined
  /** What an answer begins with, and what it quotes, is chosen by its scores. Default: by the engine's own. */
  reranker?: Reranker | undefined
}

/** Something that is known of where a document comes from. */
export interface Origin {
  documentId: string
  /** Of its publisher or of an author; a date, from the year on, as the document gives it. */
  name: string
  /** Default: `publisher`. */
  kind?: 'publisher' | 'author' | 'date'
}

/** One thing to look for. */
export interface Query {
  /** What a person would read: the words searched for, or the title followed. */
  text: string
  terms: readonly string[]
  /** What may stand in a document in place of a term. */
  alternatives?: readonly string[]
  /** Why it is asked: the whole question, a part of it, or an expansion by what a document says. */
  purpose: 'question' | 'part' | 'expansion'
  /** How much its findings count beside those of the whole question: 0 to 1. */
  weight: number
  /** The document that an expansion was made from. */
  from?: string
  /** Of an expansion: the words of the question that the document lacks which it was made from. */
  missing?: string
  /** Documents named outright: these are looked at, and nothing is searched. */
  documents?: readonly string[]
  /** Only documents of an origin that the question names. */
  within?: readonly string[]
  /** What its text means, where that is known. */
  vector?: Float32Array
}

/** A document that a query found, with the passages that made it be found. */
export interface Finding {
  documentId: string
  /** 0 to 1 within its query: 1 for the best document. */
  score: number
  passages: readonly PassageHit[]
}
