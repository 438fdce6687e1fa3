// For whoever runs the embedded engine.

export { parseCorpusSetting } from '#corpus/corpus-setting.ts'
export { demoSource } from '#corpus/demo-source.ts'
export { fileSource } from '#corpus/file-source.ts'
export { folderSource } from '#corpus/folder-source.ts'
export type {
  CorpusDocument,
  CorpusEntry,
  CorpusProblem,
  CorpusSource,
  DocumentDraft,
  IndexProgress,
  ReadItem,
  SyncReport,
} from '#corpus/types.ts'
export type { Timers, WatchOptions } from '#corpus/watch.ts'
export { type EmbeddedEngine, type EmbeddedEngineOptions, type FoundPassage, openEmbeddedEngine } from './embedded.ts'

// For whoever adds models and the live web.

export type { Live, LiveOptions, SearchSetting } from '#live/open-live.ts'
export type { ModelEndpoint } from '#providers/llm/endpoint.ts'
export type { ModelTrial } from '#providers/llm/probe.ts'
export type { Accompany } from './companion.ts'
export { openLive, tryModels } from './live.ts'

// For whoever brings another collection, or none.

export { EMPTY_LIBRARY } from './empty-library.ts'
export { createEngine, type EngineOptions } from './engine.ts'

// For whoever serves it.

export { BackendLostError } from './ports.ts'
export type {
  EngineEvent,
  Library,
  PassageHit,
  ResearchContext,
  ResearchEngine,
  ResearchTask,
  SearchFilter,
  SourceDocument,
} from './types.ts'
