export { RESEARCH_PATH } from '#contract/tables.ts'
export type { ResearchEvent } from '#contract/types.ts'
