/** What is sent and asked when nobody says otherwise. */

export const DEFAULT_BASE_URL = "https://openrouter.ai/api/v1";
/** How the application names itself to the gateway. */
export const PROJECT_URL = "https://framework.example";
export const PROJECT_TITLE = "fw";
