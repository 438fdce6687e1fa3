/** For whoever runs the embedded engine. @module @deep-research/engine */
export { readEntryDrafts } from '#corpus/index/read-entry.ts'
export { isEncoding } from '#corpus/readers/decode.ts'
export { type CorpusSettingOptions, parseCorpusSetting } from '#corpus/sources/corpus-setting.ts'
export { demoSource } from '#corpus/sources/demo-source.ts'
export { type FileRules, faultOfPattern } from '#corpus/sources/file-rules.ts'
export { fileSource } from '#corpus/sources/file-source.ts'
export { type FolderOptions, folderSource } from '#corpus/sources/folder-source.ts'
export type { FileOptions } from '#corpus/sources/read-entry.ts'
export type { Timers, WatchOptions } from '#corpus/sources/watch.ts'
export type {
  CorpusDocument,
  CorpusEntry,
  CorpusProblem,
  CorpusSource,
  DocumentDraft,
  IndexProgress,
  ReadItem,
  SyncReport,
  VectorProgress,
} from '#corpus/types.ts'
export * from '#hosted/index.ts'
export { readSynonyms, type Synonyms } from '#question/synonyms.ts'
export { type EmbeddedEngine, type EmbeddedEngineOptions, type FoundPassage, openEmbeddedEngine } from './embedded.ts'
export { openSnapshotEngine, problemsOfIndex } from './snapshot-engine.ts'

// For whoever adds models and the live web.

export { type AskedSchema, nameOfSchema, schemaNamed } from '#model/asked.ts'
export type { ModelCall, Models, ModelUsage, StructuredCall } from '#model/calls.ts'
export type { ModelEndpoint, OneModel, ReasoningEffort } from '#model/client/endpoint.ts'
export type { ModelTrial } from '#model/client/probe.ts'
export type { SemanticEndpoints, SemanticTrial } from '#model/client/semantics.ts'
export type { ReaderSetting } from '#web/rendering/readers.ts'
export type { ReaderTrial } from '#web/rendering/try-reader.ts'
export { LIMIT as MOST_HITS, type ProviderState } from '#web/search/chain.ts'
export {
  SearchFailure,
  type SearchHit,
  type SearchProvider,
  type SearchReason,
  type SearchRequest,
} from '#web/search/provider.ts'
export { searchHeld } from '#web/search/providers/corpus.ts'
export { SEARCH_PROVIDERS, type SearchName, type SearchSetting, searchSetting } from '#web/search/registry.ts'
export type { SearchTrial } from '#web/try-search.ts'
export type { Assist, AssistedRun } from './assistant.ts'
export {
  checkPostAddress,
  openAssist,
  openFailures,
  openLive,
  openPost,
  openSemantics,
  tryModels,
  tryPageReader,
  trySearch,
  trySemantics,
} from './live.ts'
export type { AssistOptions, Outside, Web } from './live-assistant.ts'
export type { Live, LiveOptions } from './wire-live.ts'

// For whoever sends to addresses that strangers wrote.

export type { Destination, Dial, Resolve } from '#web/fetch/dial.ts'
export type { GuardedPost, GuardedPostOptions, PostRequest } from '#web/fetch/guarded-post.ts'

// For whoever brings another collection, or none.

export { EMPTY_LIBRARY } from './empty-library.ts'
export { createEngine, type EngineOptions } from './engine.ts'

// For whoever serves it.

export {
  BackendLostError,
  type Embedder,
  type EngineEvent,
  type Library,
  type PassageHit,
  type Reranker,
  type ResearchContext,
  type ResearchEngine,
  type ResearchTask,
  type SearchFilter,
  type Semantics,
  type SourceDocument,
  type TermStatistics,
  type WholeDocument,
} from './types.ts'
