export type { EngineEvent, ResearchContext, ResearchEngine, ResearchTask } from './types.ts'
