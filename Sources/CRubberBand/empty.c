#include "CRubberBand.h"
