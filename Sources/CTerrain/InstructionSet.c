#include "CProcessor.h"
#include "CTerrain.h"

int terrain_instruction_set(void) { return processor_instruction_set(); }
